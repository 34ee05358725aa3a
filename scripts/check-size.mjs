import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from './lib/install.mjs';

/**
 * Fails when the script a browser must load before it shows anything, the entry and its static imports,
 * grows over the budget. Parts loaded later by dynamic import do not count.
 */

const BUDGET_BYTES = 150_000;
const GZIP_LEVEL = 9;

/** @typedef {{ file: string, isEntry?: boolean, imports?: string[] }} Chunk */

const dist = path.join(root, 'dist');
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'));

let totalBytes = 0;
for (const file of initialFiles(manifest)) {
  const bytes = gzipSync(readFileSync(path.join(dist, file)), { level: GZIP_LEVEL }).length;
  totalBytes += bytes;
  console.log(`${kilobytes(bytes)}  ${file}`);
}
console.log(`${kilobytes(totalBytes)}  initial script, gzip; budget ${kilobytes(BUDGET_BYTES).trim()}`);
if (totalBytes === 0) {
  console.error('No entry in dist/.vite/manifest.json: run "npm run build" first.');
  process.exitCode = 1;
} else if (totalBytes > BUDGET_BYTES) {
  console.error(`The initial script is ${kilobytes(totalBytes - BUDGET_BYTES).trim()} over its budget.`);
  process.exitCode = 1;
}

/** @param {Record<string, Chunk>} chunks */
function initialFiles(chunks) {
  /** @type {Set<string>} */
  const files = new Set();
  const waiting = Object.values(chunks).filter((chunk) => chunk.isEntry === true);
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const name of chunk.imports ?? []) {
      const imported = chunks[name];
      if (imported !== undefined) waiting.push(imported);
    }
  }
  return files;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
}
