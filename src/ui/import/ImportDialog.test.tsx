// @vitest-environment jsdom
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ImportDialog, type ImportDialogProps } from './ImportDialog.tsx';
import { MOST_BYTES } from './limits.ts';

// jsdom's own cannot be read as a stream.
vi.stubGlobal('Blob', NodeBlob);
vi.stubGlobal('File', NodeFile);

// jsdom knows the element but not how to show it.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

const GRANT = '{"t": 0, "ev": "grant", "client": "A", "token": 1, "expires": 10000}';

let root: Root;
const onOpen = vi.fn<ImportDialogProps['onOpen']>();
const onClose = vi.fn<ImportDialogProps['onClose']>();

beforeEach(() => {
  root = createRoot(document.createElement('div'));
  onOpen.mockClear();
  onClose.mockClear();
});

afterEach(() => {
  root.unmount();
});

function show(file: File | null): void {
  flushSync(() => root.render(<ImportDialog file={file} onOpen={onOpen} onClose={onClose} />));
}

function dialog(): HTMLElement {
  return document.querySelector<HTMLElement>('dialog')!;
}

async function said(words: string | RegExp): Promise<void> {
  await vi.waitFor(() => expect(dialog().textContent).toMatch(words), 5000);
}

describe('ImportDialog', () => {
  test('opens pasted text and closes', async () => {
    show(null);
    dialog().querySelector('textarea')!.value = GRANT;
    button('Open the text').click();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), 5000);
    expect(onOpen.mock.calls[0]?.[0].source.kind).toBe('trace');
  });

  test('stays open to name the lines that were left out', async () => {
    show(new File([`${GRANT}\n<script>alert(1)</script>\n`], 'log.jsonl'));
    await said('1 problem');
    expect(onOpen).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog().textContent).toContain('log.jsonl is open: 1 entry.');
    expect(dialog().textContent).toContain('line 2');
    expect(dialog().querySelector('script')).toBeNull();
  });

  test.each([
    [new File([], 'empty.jsonl'), 'The file is empty.'],
    [new File([new Uint8Array([0x89, 0x50, 0, 0, 1, 2])], 'picture.jsonl'), 'The file is not a text file.'],
    [new File(['hello'], 'hello.txt'), 'The content is neither a trace'],
  ])('says why a file was not opened', async (file, words) => {
    show(file);
    await said(words);
    expect(dialog().querySelector('[role=alert]')?.textContent).toContain('What was open stays open.');
    expect(onOpen).not.toHaveBeenCalled();
  });

  test('refuses a file that is too large before it is read', async () => {
    const file = new File(['{}'], 'huge.jsonl');
    Object.defineProperty(file, 'size', { value: 50_000_000 });
    const stream = vi.spyOn(file, 'stream');
    show(file);
    await said('The file has 50 MB; at most 20 MB are opened here.');
    expect(stream).not.toHaveBeenCalled();
    expect(MOST_BYTES).toBe(20_000_000);
  });

  test('reads UTF-16 as some shells write it', async () => {
    const bytes = new Uint8Array(
      new Uint16Array([0xfeff, ...Array.from(GRANT, (c) => c.charCodeAt(0))]).buffer,
    );
    show(new File([bytes], 'log.jsonl'));
    await vi.waitFor(() => expect(onOpen).toHaveBeenCalledOnce(), 5000);
  });
});

function button(name: string): HTMLButtonElement {
  return [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
}
