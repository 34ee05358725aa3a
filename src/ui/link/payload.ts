/** What comes out of a packed text may be at most this long, whatever the packed form claims. */
export const LONGEST_TEXT_BYTES = 2_000_000;

/** Why a packed text could not be unpacked. */
export type PayloadProblem = 'not-base64' | 'not-packed' | 'too-long';

/** An unpacked text, or why there is none. */
export type Unpacked =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: PayloadProblem };

/** Packs a text for a link: deflate, then base64 with characters that an address may hold. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

/** Unpacks what `pack` made. A text that would grow beyond the limit is given up while it unpacks. */
export async function unpack(payload: string): Promise<Unpacked> {
  const bytes = fromBase64(payload);
  if (bytes === null) return { ok: false, problem: 'not-base64' };
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let length = 0;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { ok: true, text: text + decoder.decode() };
      length += value.byteLength;
      if (length > LONGEST_TEXT_BYTES) {
        await reader.cancel();
        return { ok: false, problem: 'too-long' };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { ok: false, problem: 'not-packed' };
  }
}

function fromBase64(payload: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return null;
  }
}
