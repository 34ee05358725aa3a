import { encodingOf } from '../../formats/encoding.ts';

/**
 * Reads a file as text piece by piece, telling how much has been read. UTF-8, or UTF-16 where the file
 * says so with its mark of byte order, as some shells write logs. Rejects if the browser cannot read it.
 */
export async function decodeFile(file: Blob, onRead: (share: number) => void): Promise<string> {
  const reader = file.stream().getReader();
  const parts: string[] = [];
  let decoder: TextDecoder | null = null;
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    decoder ??= new TextDecoder(encodingOf(value));
    parts.push(decoder.decode(value, { stream: true }));
    read += value.byteLength;
    onRead(file.size === 0 ? 1 : read / file.size);
  }
  if (decoder !== null) parts.push(decoder.decode());
  return parts.join('');
}
