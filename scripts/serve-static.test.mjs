import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveStatic } from './serve-static.mjs';

const BASE = '/some/sub/path/';
/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof serveStatic>>} */
let served;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fenceline-static-'));
  const dist = path.join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'index.html'), '<title>page</title>');
  writeFileSync(path.join(dist, 'a b.js'), '1');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  symlinkSync(path.join(folder, 'secret.txt'), path.join(dist, 'link.txt'));
  served = await serveStatic({ dir: dist, base: BASE, port: 0 });
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

/**
 * Sends the path as it is: fetch would tidy `..` away before it reaches the server.
 *
 * @param {string} pathname
 * @param {string} [method]
 * @returns {Promise<{ status: number | undefined, type: string | undefined, text: string }>}
 */
function get(pathname, method = 'GET') {
  const { port } = new URL(served.address);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: pathname, method }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode, type: response.headers['content-type'], text }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('serves the page and files with their types under the sub-path', async () => {
  expect(await get(BASE)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  expect(await get(`${BASE}a%20b.js?v=1`)).toMatchObject({
    status: 200,
    type: 'text/javascript; charset=utf-8',
    text: '1',
  });
});

test('answers 404 outside the sub-path and 301 without its last slash', async () => {
  expect((await get('/')).status).toBe(404);
  expect((await get(BASE.slice(0, -1))).status).toBe(301);
});

test.each([
  '../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '..%5csecret.txt',
  'link.txt',
  'x%00.js',
])('never leaves its folder: %s', async (escape) => {
  expect(await get(BASE + escape)).toMatchObject({ status: 404, text: 'Not found.\n' });
});

test('refuses a broken encoding and other methods', async () => {
  expect((await get(`${BASE}%zz`)).status).toBe(400);
  expect((await get(BASE, 'POST')).status).toBe(405);
});
