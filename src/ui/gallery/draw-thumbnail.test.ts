import { expect, test } from 'vitest';
import { CATALOGUE } from './load-builtin.ts';
import { drawThumbnail } from './draw-thumbnail.ts';
import { THUMBNAIL_WIDTH } from './thumbnail.ts';

test('everything that is listed has a small picture, within its space', () => {
  for (const { id } of CATALOGUE) {
    const thumbnail = drawThumbnail(id);
    if (thumbnail === null) throw new Error(`${id} has none`);
    expect(thumbnail.shapes.length).toBeGreaterThan(2);
    for (const { d } of thumbnail.shapes) {
      const [, left = ''] = /^M(-?[\d.]+) /u.exec(d) ?? [];
      expect(Number(left)).toBeGreaterThanOrEqual(0);
      expect(Number(left)).toBeLessThanOrEqual(THUMBNAIL_WIDTH);
      expect(d).not.toContain('NaN');
    }
  }
});

test('what is not listed has none', () => {
  expect(drawThumbnail('unheard-of')).toBeNull();
});
