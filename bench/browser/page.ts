import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';

import { chromiumFlags } from '../../scripts/lib/chromium-flags.mjs';

/**
 * Opens the production build in a fresh headless browser, hands its page to `work`, and closes the browser
 * whatever happens. `npm run bench` serves the build and finds the browser.
 */
export async function withPage<Outcome>(
  work: (page: Page, address: string) => Promise<Outcome>,
): Promise<Outcome> {
  const address = required('FENCELINE_BENCH_ADDRESS');
  const browser = await chromium.launch({
    executablePath: required('FENCELINE_BROWSER'),
    args: chromiumFlags,
  });
  try {
    const page = await browser.newPage({ baseURL: address, viewport: { width: 1440, height: 900 } });
    return await work(page, address);
  } finally {
    await browser.close();
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set; run this through npm run bench`);
  return value;
}
