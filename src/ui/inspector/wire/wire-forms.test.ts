import { describe, expect, test } from 'vitest';
import { NO_FAULTS } from '../../../engine/faults.ts';
import { play } from '../../../engine/play.ts';
import { randomSequence } from '../../../engine/random.ts';
import { ORDINARY } from '../../../engine/schedule.ts';
import type { Trace } from '../../../engine/trace.ts';
import { buildModel } from '../../../scenarios/build.ts';
import { builtins } from '../../../scenarios/builtin/index.ts';
import { playScenario } from '../../../scenarios/play-scenario.ts';
import type { ScenarioBody } from '../../../scenarios/schema.ts';
import { serviceKinds } from '../../../scenarios/services/registry.ts';
import { randomDocument } from '../../../scenarios/testing/random-document.ts';
import { knownLine } from './registry.ts';
import { speakerOf } from './speaker.ts';
import type { WireBody } from './wire-format.ts';

/** Kinds of message seen by who speaks, and those among them that have no words of their own. */
const seen = new Map<string, Set<string>>();
const wordless = new Set<string>();

function look(body: ScenarioBody, entries: Trace): void {
  for (const { ev, actor, to = '', body: sent } of entries) {
    if (ev !== 'send') continue;
    const message = sent as WireBody;
    const speaker = speakerOf(body, to, actor);
    const who = speaker === null ? 'nobody' : speaker.part === 'service' ? speaker.kind : speaker.part;
    const kinds = seen.get(who) ?? new Set();
    seen.set(who, kinds.add(message.type));
    if (speaker === null || knownLine(message, null, speaker) === null)
      wordless.add(`${who}: ${message.type}`);
  }
}

/** Random documents draw every service, lock module, policy, instruction and fault from the schemas. */
const DOCUMENTS = 250;
const STEPS = 120;

for (const scenario of builtins()) {
  const played = playScenario(scenario, {});
  if (!played.ok) throw new Error(`"${scenario.id}" cannot be played`);
  for (const { run, body } of played.value) look(body, run.entries);
}
const random = randomSequence(11);
for (let number = 0; number < DOCUMENTS; number += 1) {
  const body = randomDocument(random)?.vary().body;
  if (body !== undefined) look(body, play(buildModel(body, NO_FAULTS).model, ORDINARY, STEPS).entries);
}

describe('on the wire', () => {
  test('every message of every scenario, and of random documents, has a form of its own', () => {
    expect([...wordless].toSorted()).toEqual([]);
  });

  test.each(
    serviceKinds()
      .filter(({ kind }) => kind !== 'in-process')
      .map(({ kind }) => [kind]),
  )('%s was asked and answered in several ways', (kind) => {
    expect(seen.get(kind)?.size ?? 0).toBeGreaterThan(5);
  });

  test('a lock in the process sends nothing, stores and caches do', () => {
    expect(seen.has('in-process')).toBe(false);
    expect([...(seen.get('store') ?? [])]).toEqual(
      expect.arrayContaining(['read', 'write', 'written', 'write.refused', 'value', 'fence.raise', 'error']),
    );
    expect([...(seen.get('cache') ?? [])]).toEqual(
      expect.arrayContaining(['read', 'write', 'written', 'value']),
    );
  });
});
