import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { findBrowser, noBrowserAdvice } from './lib/browser.mjs';
import { installIfMissing, root } from './lib/install.mjs';
import { serveStatic } from './serve-static.mjs';

/**
 * `npm run bench [-- PART_OF_A_NAME ...]`: builds the benches, for Node alone cannot run TypeScript, and runs
 * each in a process of its own, so that none inherits what another taught the compiler. Lines of JSON on
 * standard output, progress on standard error.
 */

const OUT = path.join(root, 'dist-bench');
const ONE = '--one';

const [first, ...rest] = process.argv.slice(2);
if (first === ONE) await runOne(/** @type {string} */ (rest[0]));
else await runAll(process.argv.slice(2));

/** @param {string[]} wanted */
async function runAll(wanted) {
  installIfMissing();
  const sources = [...benchesIn('bench'), ...benchesIn(path.join('bench', 'browser'))].filter(
    (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
  );
  if (sources.length === 0) {
    process.stderr.write('No bench has such a name.\n');
    process.exit(2);
  }
  await build(sources);

  const inBrowser = sources.some(isBrowserBench) ? await openHouse() : undefined;
  let failed = 0;
  for (const source of sources) {
    process.stderr.write(`${source}\n`);
    const exitCode = await runInChild(built(source), inBrowser?.environment ?? {});
    if (exitCode !== 0) failed += 1;
  }
  await inBrowser?.close();
  rmSync(OUT, { recursive: true, force: true });
  if (failed > 0) process.stderr.write(`${failed} of ${sources.length} benches failed.\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** @param {string} file */
async function runOne(file) {
  const { runAndPrint } = await import(pathToFileURL(path.join(OUT, 'bench', 'harness.mjs')).href);
  await runAndPrint(await import(pathToFileURL(file).href));
}

/** @param {string} folder */
function benchesIn(folder) {
  const names = existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : [];
  return names
    .filter((name) => name.endsWith('.bench.ts'))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** @param {string} source */
function isBrowserBench(source) {
  return source.startsWith(path.join('bench', 'browser') + path.sep);
}

/** @param {string} source */
function built(source) {
  return path.join(OUT, source.replace(/\.ts$/, '.mjs'));
}

/** @param {string[]} sources */
async function build(sources) {
  const { build: viteBuild } = await import('vite');
  const inputs = [...sources, path.join('bench', 'harness.ts')];
  await viteBuild({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(inputs.map((file) => [file.replace(/\.ts$/, ''), path.join(root, file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
      },
    },
  });
}

/** Builds the page, serves it and finds a browser: what benches in bench/browser need. */
async function openHouse() {
  const browser = await findBrowser();
  if (browser === undefined) {
    process.stderr.write(`${noBrowserAdvice}\n`);
    process.exit(1);
  }
  const { build: viteBuild } = await import('vite');
  const dir = path.join(OUT, 'page');
  await viteBuild({ root, logLevel: 'warn', build: { outDir: dir, emptyOutDir: true } });
  const served = await serveStatic({ dir, base: '/', port: 0 });
  return {
    environment: { FENCELINE_BENCH_ADDRESS: served.address, FENCELINE_BROWSER: browser.path },
    close: served.close,
  };
}

/**
 * @param {string} file
 * @param {Record<string, string>} environment
 * @returns {Promise<number>}
 */
function runInChild(file, environment) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--expose-gc', process.argv[1] ?? '', ONE, file], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
      process.once(signal, () => child.kill(signal));
    }
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
