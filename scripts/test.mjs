import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { findOrInstallBrowser, noBrowserAdvice } from './lib/browser.mjs';
import { installIfMissing, root } from './lib/install.mjs';
import { onEnd } from './lib/lifetime.mjs';

/**
 * `npm test`: everything that must hold before a change goes in, quickest first. Stops at the first step
 * that fails. The last line says how many tests ran: `N passed, N failed`.
 */

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command A package's program and its arguments, or a script of ours.
 * @property {() => Count} [count] Reads the report that the command leaves.
 */

const INTERRUPTED = 130;
const STOP_TIME_LIMIT_MS = 10_000;

installIfMissing();

const reports = path.join(root, 'node_modules', '.cache', 'fenceline-reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const unitReport = path.join(reports, 'unit.json');
const endToEndReport = path.join(reports, 'end-to-end.json');

/** @type {Step[]} */
const STEPS = [
  { name: 'format', command: [program('oxfmt'), '--check'] },
  { name: 'types', command: [program('typescript', 'tsc'), '-b'] },
  { name: 'layers', command: ['scripts/check-layers.mjs'] },
  { name: 'lint', command: [program('oxlint'), '--deny-warnings'] },
  {
    name: 'unit and property tests',
    command: [
      program('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    count: countUnitTests,
  },
  { name: 'build', command: [program('vite'), 'build', '--logLevel', 'warn'] },
  {
    name: 'command line build',
    command: [program('vite'), 'build', '--config', 'vite.cli.config.ts', '--logLevel', 'warn'],
  },
  { name: 'bundle size', command: ['scripts/check-size.mjs'] },
  {
    name: 'end-to-end tests',
    command: [program('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
    count: countEndToEndTests,
  },
  { name: 'unused code', command: [program('knip')] },
];

const browser = await findOrInstallBrowser((line) => console.log(line));
if (browser === undefined) {
  console.error(noBrowserAdvice);
  process.exit(1);
}
console.log(`Browser: ${browser.path} (${browser.origin})`);

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
onEnd(() => {
  if (running === undefined) process.exit(INTERRUPTED);
  running.once('exit', () => process.exit(INTERRUPTED));
  // Playwright closes its browsers and its server on SIGINT, not on SIGTERM.
  running.kill('SIGINT');
  setTimeout(() => process.exit(INTERRUPTED), STOP_TIME_LIMIT_MS).unref();
});

/** @type {Count} */
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string | undefined} */
let failedStep;

for (const step of STEPS) {
  console.log(`\n--- ${step.name}`);
  const startMs = Date.now();
  const exitCode = await run(step.command);
  const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
  const counted = step.count?.();
  total.passed += counted?.passed ?? 0;
  total.failed += counted?.failed ?? 0;
  total.skipped += counted?.skipped ?? 0;
  console.log(`--- ${step.name}: ${exitCode === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (exitCode === 0) continue;
  failedStep = step.name;
  // A step that fails without a failed test, such as types, counts as one.
  if ((counted?.failed ?? 0) === 0) total.failed += 1;
  break;
}

console.log('');
if (failedStep !== undefined) console.log(`Stopped at: ${failedStep}`);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = failedStep === undefined ? 0 : 1;

/**
 * The file of a package's program, run with this very Node: no shell, no npx.
 *
 * @param {string} packageName
 * @param {string} [programName]
 */
function program(packageName, programName = packageName) {
  const folder = path.join(root, 'node_modules', ...packageName.split('/'));
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[programName]);
}

/**
 * @param {string[]} command
 * @returns {Promise<number>}
 */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        FENCELINE_BROWSER: browser?.path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport,
      },
    });
    running = child;
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

/** @returns {Count} */
function countUnitTests() {
  const report = readReport(unitReport);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

/** @returns {Count} */
function countEndToEndTests() {
  const { stats } = readReport(endToEndReport) ?? {};
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
