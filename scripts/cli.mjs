import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

import { installIfMissing, root } from './lib/install.mjs';

/**
 * Runs the command line from a clone: installs what is missing, builds dist-cli when a source is newer, and
 * passes arguments, streams and exit code through. Standard output belongs to the command alone.
 */

const BUILT = path.join(root, 'dist-cli', 'fenceline.mjs');
const SOURCES = ['src', 'vite.cli.config.ts', 'package.json', 'package-lock.json'];

installIfMissing();
if (modifiedMs(BUILT) < newestMs(SOURCES.map((source) => path.join(root, source)))) build();

const child = spawn(process.execPath, [BUILT, ...process.argv.slice(2)], {
  stdio: 'inherit',
  // npm starts scripts in the package's folder; file names are meant from where the user is.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
});

/** Builds beside the old file and swaps at the end, so that two commands started together do not meet a half. */
function build() {
  const partial = path.join(root, 'dist-cli', `.partial-${process.pid}`);
  mkdirSync(partial, { recursive: true });
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', 'vite.cli.config.ts', '--outDir', partial, '--logLevel', 'warn'];
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status === 0) renameSync(path.join(partial, 'fenceline.mjs'), BUILT);
  rmSync(partial, { recursive: true, force: true });
  if (result.status === 0) return;
  process.stderr.write('The command line could not be built; the reason is above.\n');
  process.exit(2);
}

/** @param {string[]} paths */
function newestMs(paths) {
  let newest = 0;
  for (const entry of paths) {
    newest = Math.max(newest, modifiedMs(entry));
    if (!statSync(entry).isDirectory()) continue;
    const children = readdirSync(entry).map((name) => path.join(entry, name));
    newest = Math.max(newest, newestMs(children));
  }
  return newest;
}

/** @param {string} file */
function modifiedMs(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
