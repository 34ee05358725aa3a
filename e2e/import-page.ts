import type { Locator, Page } from '@playwright/test';

/** A file as the picker or a drop hands it over. */
export interface SentFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Opening files, pasted text and public reports, as a person does it. */
export class ImportPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly reports: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Open a trace, a case or a scenario' });
    this.reports = page.getByRole('dialog', { name: 'Public reports' });
  }

  /** The name of what is open. */
  get opened(): Locator {
    return this.page.getByRole('banner').getByRole('heading', { level: 2 });
  }

  /** What the dialog says went wrong. */
  get failure(): Locator {
    return this.dialog.getByRole('alert');
  }

  /** The lines of the problem list. */
  get problems(): Locator {
    return this.dialog.getByRole('region', { name: /problems?$/ }).getByRole('listitem');
  }

  /** Opens the page; once the button is there, files can be dropped, too. */
  async visit(): Promise<void> {
    await this.page.goto('./');
    await this.page.getByRole('button', { name: 'Open a trace' }).waitFor();
  }

  /** Opens the page and the dialog. */
  async start(): Promise<void> {
    await this.visit();
    await this.page.getByRole('button', { name: 'Open a trace' }).click();
  }

  async choose({ name, content }: SentFile): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.dialog.getByRole('button', { name: 'Choose a file' }).click();
    const buffer = typeof content === 'string' ? Buffer.from(content) : content;
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  async paste(content: string): Promise<void> {
    await this.dialog.getByLabel('Or paste the text').fill(content);
    await this.dialog.getByRole('button', { name: 'Open the text' }).click();
  }

  /** Drops a file on the page, wherever the pointer is: its content so many times over, made in the page. */
  async drop({ name, content, times = 1 }: DroppedFile): Promise<void> {
    await this.page.evaluate(
      ([fileName, text, count]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text.repeat(count)], fileName));
        for (const type of ['dragover', 'drop']) {
          window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      },
      [name, content, times] as const,
    );
  }
}

/** A file to drop. */
export interface DroppedFile {
  readonly name: string;
  readonly content: string;
  readonly times?: number;
}
