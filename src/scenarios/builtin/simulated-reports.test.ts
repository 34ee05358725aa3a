import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FindingKind } from '../../engine/verdict/types.ts';
import { playConfiguration } from '../play-scenario.ts';
import { REPORTS } from '../reports/index.ts';
import { CATALOGUE } from './catalogue.ts';
import { builtin } from './index.ts';
import { AS_IT_WAS, FIXED } from './simulated-reports.ts';

/** Kinds that a simulation shows beside what was recorded, each with the reason: its trace is fuller. */
const ADDED: { readonly [report: string]: { readonly [Kind in FindingKind]?: string } } = {};

/** Reports whose fix leaves something behind, with what that is. */
const NOT_SAFE: { readonly [report: string]: string } = {
  C49: 'The protocol lets a lease be stolen while it is good: the promise to the loser still stands.',
};

const SIMULATIONS = CATALOGUE.filter(({ report }) => report !== '');

interface Recorded {
  readonly findings: readonly FindingKind[];
  readonly findingsNeedingTheSimulation: readonly FindingKind[];
}

function recorded(report: string): Recorded {
  const file = new URL(`../reports/${report.toLowerCase()}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
}

function found(id: string, configuration: string): readonly FindingKind[] {
  const scenario = builtin(id);
  const played = scenario === undefined ? undefined : playConfiguration(scenario, configuration, {});
  if (played?.ok !== true) throw new Error(`"${id}" has no good configuration "${configuration}"`);
  return [...new Set(played.value.run.verdict.findings.map(({ kind }) => kind))];
}

test('every public report has one simulation, which is named after it', () => {
  expect(SIMULATIONS.map(({ report }) => report).toSorted()).toEqual(REPORTS.map(({ id }) => id));
  for (const { id, report, system } of SIMULATIONS) {
    expect(id).toMatch(new RegExp(`^${report.toLowerCase()}-`, 'u'));
    expect(system).toBe('reports');
  }
});

describe.each(SIMULATIONS)('$report, $id', ({ id, report, shows }) => {
  const { findings, findingsNeedingTheSimulation } = recorded(report);
  const wanted = [...findings, ...findingsNeedingTheSimulation];
  const added = Object.keys(ADDED[report] ?? {}) as FindingKind[];

  test('as it was, shows what was recorded and what needs the simulation, and else what is accounted for', () => {
    expect(found(id, AS_IT_WAS).toSorted()).toEqual([...wanted, ...added].toSorted());
  });

  test('begins with how it was and with the fix, which ends safe or fenced unless it cannot', () => {
    expect(shows.slice(0, 2).map(({ configuration }) => configuration)).toEqual([AS_IT_WAS, FIXED]);
    const isMended = ['safe', 'fenced'].includes(shows[1]?.outcome ?? '');
    expect(isMended).toBe(NOT_SAFE[report] === undefined);
  });
});
