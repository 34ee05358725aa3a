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

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
