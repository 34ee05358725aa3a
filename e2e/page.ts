import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The page as a person uses it. Everything waits on what the page shows, nothing on the clock. */
export class FencelinePage {
  readonly page: Page;
  readonly trace: Locator;
  readonly current: Locator;
  readonly time: Locator;
  readonly stepForward: Locator;
  readonly stepBack: Locator;
  readonly nextFinding: Locator;
  readonly copyLink: Locator;
  readonly advanceBy: Locator;
  readonly messages: Locator;
  readonly announcer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.trace = page.getByRole('list', { name: 'Trace', exact: true });
    this.current = this.trace.locator('[aria-current="step"]');
    this.time = page.getByRole('slider', { name: 'Time', exact: true });
    this.stepForward = page.getByRole('button', { name: 'Step forward' });
    this.stepBack = page.getByRole('button', { name: 'Step back' });
    this.nextFinding = page.getByRole('button', { name: 'Next finding' });
    this.copyLink = page.getByRole('button', { name: 'Copy link' });
    this.advanceBy = page.getByRole('textbox', { name: 'Advance by' });
    this.messages = page.getByRole('region', { name: 'Messages' });
    this.announcer = page.getByTestId('announcer');
  }

  /** Opens the page with the text after `#`, and waits until the picture and the trace are there. */
  async open(hash = ''): Promise<void> {
    await this.page.goto(hash === '' ? './' : `./#${hash}`);
    await this.ready();
  }

  /** Waits until the picture and the trace are there. */
  async ready(): Promise<void> {
    await expect(this.current).toBeVisible();
    await expect(this.page.getByRole('status', { name: /^Outcome, / }).first()).toBeVisible();
  }

  /** The status that holds the outcome word of a configuration, such as "naive store". */
  outcome(configuration: string): Locator {
    return this.page.getByRole('status', { name: `Outcome, ${configuration}`, exact: true });
  }

  /** The button that opens a scenario. */
  scenario(name: string): Locator {
    return this.page.getByRole('list').getByRole('button', { name });
  }

  /** The number field of a parameter. */
  parameter(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  /** Steps forward until the current entry says what is wanted; at most as many times as there are entries. */
  async stepUntil(words: RegExp): Promise<void> {
    const count = Number(await this.trace.getByRole('listitem').first().getAttribute('aria-setsize'));
    for (let step = 0; step < count; step += 1) {
      const said = await this.current.innerText();
      if (words.test(said)) return;
      await this.stepForward.click();
      await expect(this.current).not.toHaveText(said);
    }
    throw new Error(`No entry says ${String(words)}`);
  }

  /** What is in focus on the moment: time and place, the entry, and each outcome. */
  async moment(): Promise<Moment> {
    await this.ready();
    return {
      time: await this.time.getAttribute('aria-valuetext'),
      entry: await this.current.innerText(),
      outcomes: await this.page.getByRole('status', { name: /^Outcome, / }).allInnerTexts(),
      title: await this.page.title(),
    };
  }

  /** The text after `#` once it no longer changes: the address follows what is shown. */
  async settledHash(expected: RegExp): Promise<string> {
    await expect.poll(() => new URL(this.page.url()).hash).toMatch(expected);
    return new URL(this.page.url()).hash.slice(1);
  }
}

/** What two people have to see alike. */
export interface Moment {
  readonly time: string | null;
  readonly entry: string;
  readonly outcomes: readonly string[];
  readonly title: string;
}
