import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import type { traceHashes } from '../src/scenarios/testing/trace-hashes.ts';
import { expect, test } from './fixtures.ts';

/** One bundle of engine, machines and scenarios, as the page's own build would make it. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: 'src/scenarios/testing/trace-hashes.ts',
        name: 'FencelineTraces',
        formats: ['iife'],
      },
    },
  });
  const output = Array.isArray(built) ? built[0]?.output : 'output' in built ? built.output : undefined;
  const chunk = output?.find((file) => file.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('the bundle has no code');
  return chunk.code;
}

interface Traces {
  readonly traceHashes: typeof traceHashes;
}

test('1,000 random schedules give the same traces in Node and in the browser, to the byte', async ({
  openContext,
}) => {
  // Some seconds of work on either side; the rest is for a machine that is busy otherwise.
  test.setTimeout(120_000);
  const schedules = 1000;
  const code = await bundle();
  // The page allows no scripts but its own; this one is handed in from outside.
  const page = await (await openContext({ bypassCSP: true })).newPage();
  await page.goto('./');
  await page.addScriptTag({ content: code });
  const inBrowser = page.evaluate(
    (count) => (window as unknown as { readonly FencelineTraces: Traces }).FencelineTraces.traceHashes(count),
    schedules,
  );
  // Meanwhile here; the page runs in a process of its own.
  const { traceHashes: hashes } = runInNewContext(`${code}; FencelineTraces`) as Traces;
  const inNode = hashes(schedules);
  expect(inNode).toHaveLength(schedules);
  expect(new Set(inNode).size).toBeGreaterThan(schedules / 2);
  expect(await inBrowser).toEqual([...inNode]);
});
