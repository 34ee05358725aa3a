import type { Page } from '@playwright/test';

/** Lets the first worker of a kind that has told so much break down, once, as one does that is out of memory. */
export async function breakWorker(page: Page, kind: string, after: number): Promise<void> {
  await page.addInitScript(
    ([name, count]) => {
      const Real = window.Worker;
      let isBroken = false;
      window.Worker = class extends Real {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          if (!String(url).includes(name)) return;
          let told = 0;
          this.addEventListener('message', () => {
            told += 1;
            if (told !== count || isBroken) return;
            isBroken = true;
            const message = 'out of memory';
            this.dispatchEvent(new ErrorEvent('error', { message, cancelable: true }));
          });
        }
      };
    },
    [kind, after] as const,
  );
}
