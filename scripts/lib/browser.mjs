import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

import { root } from './install.mjs';

/**
 * A browser that tests can drive.
 *
 * @typedef {{ path: string, origin: string }} Browser
 */

const INSTALL_TIME_LIMIT_MS = 180_000;
const APT_TIME_LIMIT_MS = 600_000;
const VERSION_TIME_LIMIT_MS = 15_000;

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a browser without changing the machine: the one named by FENCELINE_BROWSER, else Playwright's own,
 * else an installed Chromium or Chrome.
 *
 * @returns {Promise<Browser | undefined>}
 */
export async function findBrowser() {
  const named = process.env['FENCELINE_BROWSER'];
  if (named !== undefined && named !== '') {
    return existsSync(named) ? { path: named, origin: 'named by FENCELINE_BROWSER' } : undefined;
  }
  return (await playwrightBrowser()) ?? systemBrowser();
}

/**
 * As findBrowser, and where there is none tries to install one: with Playwright's installer, then, as root
 * on Debian, with the chromium package.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<Browser | undefined>}
 */
export async function findOrInstallBrowser(say) {
  const found = await findBrowser();
  if (found !== undefined) return found;

  say("No browser found. Trying Playwright's installer.");
  const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  run(process.execPath, [cli, 'install', 'chromium'], INSTALL_TIME_LIMIT_MS);
  const own = await playwrightBrowser();
  if (own !== undefined) return own;

  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say("Trying Debian's chromium package.");
    run('apt-get', ['update'], APT_TIME_LIMIT_MS);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], APT_TIME_LIMIT_MS);
  }
  return systemBrowser();
}

/** What to tell a reader whose machine has no browser and let none be installed. */
export const noBrowserAdvice = [
  'The end-to-end tests need Chromium or Chrome, and none was found or could be installed.',
  'Either run  npx playwright install chromium',
  'or install Chromium or Chrome with your system (Debian: apt-get install chromium)',
  'or set FENCELINE_BROWSER to the path of one.',
].join('\n');

/** @returns {Promise<Browser | undefined>} */
async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const executable = chromium.executablePath();
  return executable !== '' && existsSync(executable)
    ? { path: executable, origin: "Playwright's own" }
    : undefined;
}

/** @returns {Browser | undefined} */
function systemBrowser() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const inPath = COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  const executable = [...inPath, ...FIXED_PLACES].find((file) => isExecutable(file) && answers(file));
  return executable === undefined ? undefined : { path: executable, origin: 'installed on this system' };
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Some systems ship a command of this name that only says how to install the browser.
 *
 * @param {string} file
 */
function answers(file) {
  // On Windows the browser opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  const result = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: VERSION_TIME_LIMIT_MS });
  return result.status === 0 && /Chrom/.test(result.stdout);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {number} timeLimitMs
 */
function run(command, args, timeLimitMs) {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: timeLimitMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
