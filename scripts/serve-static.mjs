import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { onEnd } from './lib/lifetime.mjs';

/**
 * Serves the production build as a plain static host would: files under a sub-path, nothing rewritten,
 * nothing added. Run as `node scripts/serve-static.mjs [--dir dist] [--base /some/sub/path/] [--port 4317]`.
 */

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Starts a server on 127.0.0.1; port 0 takes any free one.
 *
 * @param {{ dir: string, base: string, port: number }} options `base` starts and ends with a slash
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export function serveStatic({ dir, base, port }) {
  const folder = realpathSync(dir);
  const server = createServer((request, response) => {
    const answer = answerTo(request.method ?? '', request.url ?? '', folder, base);
    response.writeHead(answer.status, { 'cache-control': 'no-store', ...answer.headers });
    if (answer.file === undefined || request.method === 'HEAD') response.end(answer.text);
    else createReadStream(answer.file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address();
      const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
      resolve({
        address: `http://127.0.0.1:${boundPort}${base}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/**
 * @param {string} method
 * @param {string} address
 * @param {string} folder
 * @param {string} base
 * @returns {{ status: number, headers?: Record<string, string>, file?: string, text?: string }}
 */
export function answerTo(method, address, folder, base) {
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Only GET and HEAD are served.');
  const encoded = address.split(/[?#]/, 1)[0] ?? '';
  let pathname;
  try {
    pathname = decodeURIComponent(encoded);
  } catch {
    return plain(400, 'The address is not well encoded.');
  }
  if (`${pathname}/` === base) return { status: 301, headers: { location: base } };
  if (!pathname.startsWith(base)) return plain(404, 'Not found.');
  const file = fileInside(folder, pathname.slice(base.length));
  if (file === undefined) return plain(404, 'Not found.');
  const type = TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return { status: 200, file, headers: { 'content-type': type, 'x-content-type-options': 'nosniff' } };
}

/**
 * The real path of a file, links followed, if it is inside the folder.
 *
 * @param {string} folder
 * @param {string} relative
 */
function fileInside(folder, relative) {
  if (relative.includes('\0')) return undefined;
  try {
    let file = realpathSync(path.join(folder, relative === '' ? 'index.html' : relative));
    if (statSync(file).isDirectory()) file = realpathSync(path.join(file, 'index.html'));
    const inside = path.relative(folder, file);
    if (inside.startsWith('..') || path.isAbsolute(inside)) return undefined;
    return file;
  } catch {
    return undefined;
  }
}

/**
 * @param {number} status
 * @param {string} text
 */
function plain(status, text) {
  return { status, text: `${text}\n`, headers: { 'content-type': 'text/plain; charset=utf-8' } };
}

async function main() {
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({
    options: {
      dir: { type: 'string', default: 'dist' },
      base: { type: 'string', default: '/some/sub/path/' },
      port: { type: 'string', default: '4317' },
    },
  });
  const served = await serveStatic({ dir: values.dir, base: values.base, port: Number(values.port) }).catch(
    (/** @type {NodeJS.ErrnoException} */ error) => {
      const advice = error.code === 'ENOENT' ? ' Run "npm run build" first.' : '';
      process.stderr.write(`Cannot serve ${values.dir}: ${error.message}.${advice}\n`);
      process.exit(1);
    },
  );
  process.stdout.write(`Serving ${values.dir} at ${served.address}\n`);
  onEnd(() => void served.close().then(() => process.exit(0)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
