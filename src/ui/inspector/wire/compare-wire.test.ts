import { expect, test } from 'vitest';
import { builtin } from '../../../scenarios/builtin/index.ts';
import { playConfiguration } from '../../../scenarios/play-scenario.ts';
import { wireRows } from './compare-wire.ts';

/** Every line on the wire of a scenario's first configuration, requests and replies, in order. */
function linesOf(id: string): readonly string[] {
  const scenario = builtin(id);
  const configuration = scenario?.configurations[0]?.id ?? '';
  const played = scenario === undefined ? null : playConfiguration(scenario, configuration, {});
  if (played?.ok !== true) throw new Error(`"${id}" cannot be played`);
  const lines = new Set<string>();
  for (const { seq } of played.value.run.entries) {
    for (const { variants } of wireRows([played.value], configuration, seq)) {
      for (const { request, reply } of variants) lines.add(request).add(reply);
    }
  }
  return [...lines];
}

test('each service speaks its own words', () => {
  expect(linesOf('stalled-leader')).toContain(
    "INSERT INTO leases VALUES ('lock', 'A', 1, now() + interval '5 s') ON CONFLICT (key) DO UPDATE " +
      "SET owner = 'A', epoch = leases.epoch + 1, expires = now() + interval '5 s' " +
      "WHERE leases.expires <= now() OR leases.owner = 'A' RETURNING epoch",
  );
  expect(linesOf('paused-holder')).toContain('acquire key=lock ttl=10 s');
  expect(linesOf('delete-in-two-commands')).toEqual(
    expect.arrayContaining(['OK', '(nil)', 'GET lock', 'DEL lock']),
  );
  expect(linesOf('token-gone-with-its-key')).toEqual(
    expect.arrayContaining(['LeaseGrant ttl=10 s', 'lease=1 ttl=10 s']),
  );
});
