import { describe, expect, test } from 'vitest';
import { prepareSweep } from '../../explore/map/sweep.ts';
import { builtins } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { mapOfText, textOfMap, textOfTtl, ttlOfText } from './ask.ts';
import { questionFor, subjectOf, type Subject } from './subject.ts';
import { usualMap, usualTtl } from './usual.ts';

function subject(scenario: Scenario, configuration: string): Subject {
  const found = subjectOf(scenario, configuration, {}, NO_EDITS);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.value;
}

const all = builtins().flatMap((scenario) => scenario.configurations.map(({ id }) => ({ scenario, id })));

describe('what is usual can be drawn, and comes back from a link', () => {
  let maps = 0;
  let ttls = 0;

  test.each(all.map(({ scenario, id }) => [`${scenario.id}, ${id}`, scenario, id] as const))(
    '%s',
    (_, scenario, configuration) => {
      const of = subject(scenario, configuration);
      const map = usualMap(of);
      if (map !== null) {
        maps += 1;
        expect(prepareSweep(questionFor(of, [map.x, map.y], map).job)).toMatchObject({ ok: true });
        expect(mapOfText(textOfMap(map), configuration)).toEqual({ ok: true, value: map });
      }
      const ttl = usualTtl(of);
      if (ttl !== null) {
        ttls += 1;
        expect(prepareSweep(questionFor(of, [ttl.ttl], ttl).job)).toMatchObject({ ok: true });
        expect(ttlOfText(textOfTtl(ttl), configuration)).toEqual({ ok: true, value: ttl });
      }
    },
  );

  test('there is a map for nearly every configuration, and a question for a TTL for most', () => {
    expect(maps).toBeGreaterThan(all.length * 0.9);
    expect(ttls).toBeGreaterThan(all.length / 2);
  });
});
