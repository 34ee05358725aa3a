import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Json } from '../src/engine/trace.ts';

/** A built-in document by its place below the folder of the built-in ones, such as `s1/paused-holder`. */
export function builtinDocument(place: string): Json {
  const root = path.resolve(import.meta.dirname, '..', 'src', 'scenarios', 'builtin');
  return JSON.parse(readFileSync(path.join(root, `${place}.json`), 'utf8')) as Json;
}
