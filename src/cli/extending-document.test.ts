import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Json } from '../engine/trace.ts';
import { prepareJob } from '../explore/job.ts';
import { clientExtras, provideClientExtras } from '../scenarios/client-extras/registry.ts';
import type * as registry from '../machines/resource-store/stores/registry.ts';
import type * as rules from '../machines/resource-store/stores/rule.ts';
import '../scenarios/services/all-services.ts';
import { provideService } from '../scenarios/services/registry.ts';
import { settled, settlePolicies, type SettlePolicies } from '../scenarios/testing/example-policy/settle.ts';
import { fixedLeaseKind } from '../scenarios/testing/example-service/fixed-lease-kind.ts';
import { main } from './verdict.ts';

/**
 * docs/EXTENDING.md quotes files. Here they are registered, by the very lines that the document names, and run
 * by the code that runs everything else.
 */
const ROOT = path.join(import.meta.dirname, '..', '..');
const DOCUMENT = await readFile(path.join(ROOT, 'docs', 'EXTENDING.md'), 'utf8');
const QUOTED = [...DOCUMENT.matchAll(/^```(?:ts|json) (?<file>src\/\S+)\n(?<text>.*?)^```$/gmsu)].map(
  ({ groups }) => ({ file: groups?.['file'] ?? '', text: groups?.['text'] ?? '' }),
);
const SCENARIOS = QUOTED.filter(({ file }) => file.endsWith('.json'));

// The two lines that a store takes: its name among the kinds, and its rule in the registry.
vi.mock('../machines/resource-store/stores/rule.ts', async (original) => {
  const rule = await original<typeof rules>();
  return { ...rule, STORE_KINDS: [...rule.STORE_KINDS, 'plausible'] };
});
vi.mock('../machines/resource-store/stores/registry.ts', async (original) => {
  const { storeRules } = await original<typeof registry>();
  const { plausible } = await import('../scenarios/testing/example-store/plausible.ts');
  return { storeRules: { ...storeRules, plausible: { ...plausible, kind: 'plausible' } } };
});

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'extending-'));
  provideService(fixedLeaseKind);
  const extras = clientExtras();
  if (extras === null) throw new Error('the extras of clients are not loaded');
  provideClientExtras({
    ...extras,
    policies: { ...extras.policies, ...settlePolicies },
    worker: (plain, { policies, script }, setting, acts) =>
      extras.worker(plain, { policies, script: settled(script, policies as SettlePolicies) }, setting, acts),
  });
});

afterAll(() => rm(folder, { recursive: true }));

async function verdictOf(text: string): Promise<{ code: number; said: string }> {
  let said = '';
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    said += String(chunk);
    return true;
  });
  const file = path.join(folder, 'example.json');
  await writeFile(file, text);
  const code = await main([file]);
  vi.restoreAllMocks();
  return { code, said };
}

describe('docs/EXTENDING.md', () => {
  test('quotes a service, a policy and a store, each with a document', () => {
    expect(SCENARIOS.map(({ file }) => file.split('/').at(-2))).toEqual([
      'example-service',
      'example-policy',
      'example-store',
    ]);
    expect(QUOTED).toHaveLength(DOCUMENT.split(/^```(?:ts|json) src/mu).length - 1);
    expect(QUOTED.length).toBeGreaterThan(SCENARIOS.length + 3);
  });

  test.each(QUOTED.map(({ file, text }) => [file, text] as const))(
    'quotes %s as it is',
    async (file, text) => {
      expect(text).toBe(await readFile(path.join(ROOT, file), 'utf8'));
    },
  );

  test.each(SCENARIOS.map(({ file, text }) => [file, text] as const))(
    '%s shows what it expects, and is explored to its end',
    async (_file, text) => {
      expect(await verdictOf(text)).toEqual({ code: 0, said: '' });
      const document = JSON.parse(text) as { configurations: { id: string }[] };
      const job = prepareJob({
        kind: 'scenario',
        document: document as unknown as Json,
        configuration: document.configurations.at(-1)?.id ?? '',
        values: {},
        budget: { pause: 1, crash: 0, lose: 0, late: 1 },
        keepsFaults: false,
        pausedHolder: false,
        maxStates: 200_000,
        maxBytes: 200_000_000,
        stopAtFirst: false,
      });
      if (!job.ok) throw new Error(JSON.stringify(job.problems));
      while (job.value.exploration.run(50_000));
      expect(job.value.report()).toMatchObject({ complete: true });
    },
  );

  test('what is not registered is an error', async () => {
    const [service] = SCENARIOS;
    const { code, said } = await verdictOf(
      (service?.text ?? '').replace('"fixed-lease", "length"', '"fixed-loan", "length"'),
    );
    expect(code).toBe(2);
    expect(said).toContain('service.kind: must have kind "lease-manager"');
    expect(said).toContain('"fixed-lease"');
  });
});
