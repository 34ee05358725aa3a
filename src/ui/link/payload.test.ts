import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_TEXT_BYTES, pack, unpack } from './payload.ts';

test('what is packed unpacks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const packed = await pack(text);
      expect(packed).toMatch(/^[\w-]*$/u);
      expect(await unpack(packed)).toEqual({ ok: true, text });
    }),
  );
});

test('a text that grows beyond the limit is given up', async () => {
  const packed = await pack('a'.repeat(LONGEST_TEXT_BYTES + 1));
  expect(packed.length).toBeLessThan(5000);
  expect(await unpack(packed)).toEqual({ ok: false, problem: 'too-long' });
});

test('what was not packed is refused', async () => {
  expect(await unpack('a')).toEqual({ ok: false, problem: 'not-base64' });
  expect(await unpack('____')).toEqual({ ok: false, problem: 'not-packed' });
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[\w-]{1,60}$/u), async (text) => {
      expect(typeof (await unpack(text)).ok).toBe('boolean');
    }),
  );
});
