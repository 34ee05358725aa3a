import { open } from 'node:fs/promises';

import { bad, good, type Result } from '../engine/result.ts';
import { encodingOf } from '../formats/encoding.ts';
import { MAX_TRACE_BYTES } from '../formats/trace-limits.ts';

/**
 * Reads a file as text, or standard input for `-`. What cannot be read, or is too large, is a problem. The
 * mark of byte order is no part of the text.
 */
export async function readInput(file: string): Promise<Result<string>> {
  try {
    return file === '-' ? await readStream(process.stdin) : await readFile(file);
  } catch (error) {
    return bad({ where: 'file', what: error instanceof Error ? error.message : String(error) });
  }
}

async function readFile(file: string): Promise<Result<string>> {
  const handle = await open(file);
  try {
    const about = await handle.stat();
    if (about.isDirectory()) return bad({ where: 'file', what: 'is a directory' });
    if (about.size > MAX_TRACE_BYTES) return tooLarge;
    return await readStream(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

async function readStream(stream: NodeJS.ReadableStream): Promise<Result<string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > MAX_TRACE_BYTES) return tooLarge;
    chunks.push(piece);
  }
  const all = Buffer.concat(chunks);
  return good(new TextDecoder(encodingOf(all)).decode(all));
}

const tooLarge = bad({ where: 'file', what: `is larger than ${String(MAX_TRACE_BYTES / 1024 / 1024)} MB` });
