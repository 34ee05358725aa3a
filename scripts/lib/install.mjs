import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const OLDEST_NODE = [20, 19];

/**
 * Installs the packages of package-lock.json unless exactly those are in node_modules already. Needs nothing
 * but Node itself, so it runs on a fresh clone. Progress goes to standard error, which leaves standard
 * output to the command that called. Ends the process with code 1 where it cannot install.
 */
export function installIfMissing() {
  refuseOldNode();
  const reason = whyInstall();
  if (reason === undefined) return;
  process.stderr.write(`Installing packages: ${reason}.\n`);
  const result = spawnSync(...npm(['ci', '--include=dev', '--no-fund', '--no-audit']));
  if (result.status === 0) return;
  process.stderr.write(
    `npm ci failed (${result.error?.message ?? `exit code ${result.status}`}). Its output is above.\n`,
  );
  process.exit(1);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  process.stderr.write(
    `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

/**
 * Compares what npm recorded inside node_modules with the lock file, package by package: file times differ
 * after every checkout and say nothing about contents.
 *
 * @returns {string | undefined}
 */
function whyInstall() {
  const recordFile = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(recordFile)) return 'node_modules is missing or incomplete';
  const installed = readLock(recordFile);
  const wanted = readLock(path.join(root, 'package-lock.json'));
  for (const [location, entry] of Object.entries(wanted)) {
    if (location === '') continue;
    const found = installed[location];
    if (found === undefined) {
      // npm leaves out what is for another platform.
      if (entry.optional === true || entry.devOptional === true || entry.peer === true) continue;
      return `${location} is missing`;
    }
    if (found.version !== entry.version) {
      return `${location} is ${found.version}, package-lock.json wants ${entry.version}`;
    }
  }
  return undefined;
}

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockEntry
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/**
 * The command for npm. Under `npm start` the very npm that runs us is known by path.
 *
 * @param {string[]} args
 * @returns {[string, string[], import('node:child_process').SpawnSyncOptions]}
 */
function npm(args) {
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const script = process.env['npm_execpath'];
  if (script !== undefined && /npm-cli\.c?js$/.test(script))
    return [process.execPath, [script, ...args], options];
  // On Windows npm is a command file, which only a shell can start.
  return ['npm', args, { ...options, shell: process.platform === 'win32' }];
}
