import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/trace.ts';
import { builtins } from '../../builtin/index.ts';
import { traceText } from '../../golden/trace-text.ts';
import { playConfiguration } from '../../play-scenario.ts';
import { readScenario } from '../../scenario.ts';

interface Client {
  readonly policies?: { readonly renewal?: Json; readonly [policy: string]: Json | undefined };
}

/** The built-in scenarios at a lease manager, whose clients lock by its own module. */
const SCENARIOS = builtins().filter(({ document }) => {
  const { service, clients } = document as unknown as {
    readonly service: { readonly kind: string };
    readonly clients: readonly Client[];
  };
  return (
    service.kind === 'lease-manager' && clients.every(({ policies }) => policies?.['lock'] === undefined)
  );
});

/** The same document with the standard lock, which has the client's renewal among its own choices. */
function standard(document: { readonly [field: string]: Json }) {
  const clients = (document['clients'] as unknown as readonly Client[]).map((client) => {
    const { renewal, ...policies } = client.policies ?? {};
    const lock = { kind: 'standard', ...(renewal === undefined ? {} : { renewal }) };
    return { ...client, policies: { ...policies, lock } };
  });
  return { ...document, clients };
}

describe('by its usual choices the standard lock does what the module of the lease manager does', () => {
  test('there are such scenarios', () => {
    expect(SCENARIOS.length).toBeGreaterThan(10);
  });

  test.each(SCENARIOS.map((scenario) => [scenario.id, scenario] as const))('%s', (id, scenario) => {
    const read = readScenario(standard(scenario.document));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    for (const configuration of scenario.configurations) {
      const [before, now] = [scenario, read.value].map((one) => {
        const played = playConfiguration(one, configuration.id, {});
        if (!played.ok) throw new Error(JSON.stringify(played.problems));
        return traceText(id, played.value.run);
      });
      expect(now).toBe(before);
    }
  });
});
