import { expect, test } from 'vitest';
import { CATALOGUE } from '../../scenarios/builtin/catalogue.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { AS_IT_WAS } from '../../scenarios/builtin/simulated-reports.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { openReport } from '../open/open-report.ts';
import { replayOf } from './store-rows.ts';

/** Stores that do otherwise with the writes of a simulation than with the recorded ones, each with the reason. */
const DIFFERS: { readonly [report: string]: { readonly [store: string]: string } } = {
  C07: {
    'fenced-at-takeover': 'The grants of a Redlock carry no token, so that none of them raises a fence.',
    authoritative: 'Without tokens such a store sees that the key is held, and not by whom.',
  },
  C40: {
    authoritative: 'What is put by its version presents no token, and a store that asks for one refuses it.',
  },
  C50: { fenced: 'A has written before it is paused, so that the fence knows of its token by a write.' },
};

test.each(CATALOGUE.filter(({ report }) => report !== ''))(
  '$report: its stores do the same with the writes of its simulation as with the recorded ones',
  async ({ id, report }) => {
    const scenario = builtin(id);
    const played = scenario === undefined ? undefined : playConfiguration(scenario, AS_IT_WAS, {});
    const recorded = await openReport(report);
    if (played?.ok !== true || recorded === null) throw new Error(`"${id}" is not played`);
    const before = replayOf(recorded.run);
    const simulated = replayOf(played.value.run);
    expect(simulated.hasStaleWrites).toBe(before.hasStaleWrites);
    const differing = before.rows.filter(
      (row, index) => JSON.stringify(row) !== JSON.stringify(simulated.rows[index]),
    );
    expect(differing.map(({ kind }) => kind)).toEqual(Object.keys(DIFFERS[report] ?? {}));
  },
);
