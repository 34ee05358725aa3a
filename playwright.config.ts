import { createServer } from 'node:net';

import { defineConfig } from '@playwright/test';

import { findBrowser, noBrowserAdvice } from './scripts/lib/browser.mjs';
import { chromiumFlags } from './scripts/lib/chromium-flags.mjs';

/** The build must work wherever a static host puts it, so the tests never see it at the root. */
const BASE = '/some/sub/path/';

// This file is read again in every worker; what the first reading decided travels in the environment.
const port = (process.env['FENCELINE_E2E_PORT'] ??= String(await freePort()));
const browserPath = (process.env['FENCELINE_BROWSER'] ??= await browserOrThrow());
const address = `http://127.0.0.1:${port}${BASE}`;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  // A test that fails once and then holds is counted as passed and listed as flaky, to be looked into.
  retries: 1,
  timeout: 60_000,
  reporter: 'list',
  use: {
    baseURL: address,
    browserName: 'chromium',
    headless: true,
    trace: 'off',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: browserPath, args: chromiumFlags },
  },
  webServer: {
    command: `node scripts/serve-static.mjs --dir dist --base ${BASE} --port ${port}`,
    url: address,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});

async function browserOrThrow(): Promise<string> {
  const browser = await findBrowser();
  if (browser === undefined) throw new Error(noBrowserAdvice);
  return browser.path;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => {
        if (typeof bound === 'object' && bound !== null) resolve(bound.port);
        else reject(new Error('The probe for a free port has no address.'));
      });
    });
  });
}
