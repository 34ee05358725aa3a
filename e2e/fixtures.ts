import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { expect, test as base } from '@playwright/test';

/** What a page did that no page may do. A test that provokes one on purpose says so with `allow`. */
interface Watch {
  /** Console errors and page errors that match are expected in this test. */
  allow(pattern: RegExp): void;
  /** Starts to watch a context; done already for the test's own. */
  add(context: BrowserContext): void;
  /** Hands over what was seen so far and forgets it. */
  take(): Seen;
}

interface Seen {
  readonly errors: readonly string[];
  /** Addresses of requests to other hosts. */
  readonly foreign: readonly string[];
}

interface Fixtures {
  /**
   * Whether pages show outcome strips. Most tests are of something else, and each strip is a hundred runs: they
   * visit as somebody who has turned strips off.
   */
  readonly strips: boolean;
  /** Applies to every test, whether it asks for it or not. */
  readonly watch: Watch;
  /** Opens a context that shares nothing with the test's own: another person's browser. */
  readonly openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

/**
 * Playwright's test, which also fails on a console error, an uncaught error in the page, and a request to
 * any host but the one that serves the page.
 */
export const test = base.extend<Fixtures>({
  strips: [false, { option: true }],

  context: async ({ context, strips }, provide) => {
    if (!strips) await turnOffStrips(context);
    await provide(context);
  },

  watch: [
    async ({ context, baseURL }, provide) => {
      const allowed: RegExp[] = [];
      const errors: string[] = [];
      const foreign: string[] = [];
      const watch: Watch = {
        allow: (pattern) => allowed.push(pattern),
        add: (added) => {
          added.on('console', (message) => {
            if (message.type() === 'error') errors.push(`console: ${message.text()}`);
          });
          added.on('weberror', (error) => errors.push(`page: ${error.error().message}`));
          added.on('request', (request) => {
            if (isForeign(request.url(), baseURL)) foreign.push(request.url());
          });
        },
        take: () => ({ errors: errors.splice(0), foreign: foreign.splice(0) }),
      };
      watch.add(context);
      await provide(watch);
      expect(
        errors.filter((error) => !allowed.some((pattern) => pattern.test(error))),
        'errors in the console or the page',
      ).toEqual([]);
      expect(foreign, 'requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],

  openContext: async ({ browser, watch, baseURL, strips }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async (options = {}) => {
      const context = await newContext(browser, options, baseURL);
      if (!strips) await turnOffStrips(context);
      watch.add(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { expect };

async function turnOffStrips(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      localStorage.setItem('fenceline-strips', 'off');
    } catch {
      // A frame without an address has no storage.
    }
  });
}

function newContext(
  browser: Browser,
  options: BrowserContextOptions,
  baseURL: string | undefined,
): Promise<BrowserContext> {
  return browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), ...options });
}

/** Addresses without a host (data:, blob: and about:) stay in the browser. */
function isForeign(address: string, baseURL: string | undefined): boolean {
  const { protocol, origin } = new URL(address);
  if (protocol === 'data:' || protocol === 'blob:' || protocol === 'about:') return false;
  return baseURL === undefined || origin !== new URL(baseURL).origin;
}
