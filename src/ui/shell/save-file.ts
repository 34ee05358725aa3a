import type { Source } from '../state/source.ts';

/** Hands the file that is open to the browser's download. Does nothing for what comes with the product. */
export function saveSource(source: Source): void {
  if (source.kind !== 'trace' && source.kind !== 'document') return;
  saveText(source.name, source.text);
}

/** Hands a text to the browser's download under a name. */
export function saveText(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(address);
}
