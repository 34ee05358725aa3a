import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

import { chromium } from '@playwright/test';

import { findBrowser, noBrowserAdvice } from './lib/browser.mjs';
import { chromiumFlags } from './lib/chromium-flags.mjs';
import { root } from './lib/install.mjs';
import { serveStatic } from './serve-static.mjs';

/**
 * Takes the picture in the README: the first screen at 1440 by 900 pixels in light colours, written to
 * `docs/picture.png`. Run `npm run build` first, then `node scripts/picture.mjs [--dir dist]`. It uses the
 * browser that the end-to-end tests use, and fails when the picture is larger than a README should carry.
 */

const SIZE = { width: 1440, height: 900 };
const MOST_BYTES = 250_000;

async function main() {
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({ options: { dir: { type: 'string', default: 'dist' } } });
  const browser = await findBrowser();
  if (browser === undefined) {
    console.error(noBrowserAdvice);
    return 1;
  }
  const served = await serveStatic({ dir: values.dir, base: '/', port: 0 });
  const running = await chromium.launch({ executablePath: browser.path, args: chromiumFlags });
  try {
    const file = path.join(root, 'docs', 'picture.png');
    mkdirSync(path.dirname(file), { recursive: true });
    const picture = packed(await take(running, served.address));
    writeFileSync(file, picture);
    console.log(`${path.relative(root, file)}: ${String(Math.round(picture.length / 1000))} kB`);
    if (picture.length <= MOST_BYTES) return 0;
    console.error(`The picture is over ${String(MOST_BYTES / 1000)} kB.`);
    return 1;
  } finally {
    await running.close();
    await served.close();
  }
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @returns {Promise<Buffer>}
 */
async function take(browser, address) {
  const page = await browser.newPage({
    viewport: SIZE,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page
    .getByRole('status', { name: /^Outcome, / })
    .first()
    .waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return page.screenshot();
}

const SIGNATURE_BYTES = 8;

/**
 * The same picture in fewer bytes: flat areas and repeated shapes pack better as they are than as the
 * differences that browsers write.
 *
 * @param {Buffer} png
 * @returns {Buffer}
 */
function packed(png) {
  /** @type {Buffer[]} */
  const pixels = [];
  /** @type {Buffer[]} */
  const before = [];
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') pixels.push(png.subarray(at + 8, at + 8 + length));
    else if (type === 'IHDR') before.push(png.subarray(at, at + 12 + length));
    at += 12 + length;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(pixels)), png);
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    ...before,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const BYTES_PER_PIXEL = { 2: 3, 6: 4 };
const COLOUR_TYPE_AT = 25;

/**
 * Rows of plain pixels, each after its filter byte, from rows that hold differences to the left and above.
 *
 * @param {Buffer} filtered
 * @param {Buffer} png
 * @returns {Buffer}
 */
function unfiltered(filtered, png) {
  const type = png[COLOUR_TYPE_AT];
  if (type !== 2 && type !== 6) return filtered;
  const pixel = BYTES_PER_PIXEL[type];
  const row = png.readUInt32BE(16) * pixel + 1;
  const plain = Buffer.alloc(filtered.length);
  /** @param {number} at */
  const byte = (at) => plain[at] ?? 0;
  for (let start = 0; start < filtered.length; start += row) {
    const filter = filtered[start] ?? 0;
    for (let at = start + 1; at < start + row; at += 1) {
      const hasLeft = at - start > pixel;
      const left = hasLeft ? byte(at - pixel) : 0;
      const above = start > 0 ? byte(at - row) : 0;
      const corner = hasLeft && start > 0 ? byte(at - row - pixel) : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      plain[at] = (filtered[at] ?? 0) + guess;
    }
  }
  return plain;
}

/**
 * Of three neighbours the one that is nearest to where they point together.
 *
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function paeth(left, above, corner) {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

process.exitCode = await main();
