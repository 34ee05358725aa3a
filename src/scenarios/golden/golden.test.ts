import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { builtins } from '../builtin/index.ts';
import { playConfiguration } from '../play-scenario.ts';
import { traceText } from './trace-text.ts';

/**
 * Every built-in scenario as text, one file for each configuration. A change of behaviour shows here as a
 * change of lines. `UPDATE_GOLDEN=1 npm run unit -- golden` writes the files anew; read the difference
 * before it is kept.
 */
const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'traces');
const UPDATES = process.env['UPDATE_GOLDEN'] === '1';

const RUNS = builtins().flatMap((scenario) =>
  scenario.configurations.map(({ id }) => ({ scenario, id, file: `${scenario.id}.${id}.txt` })),
);

describe('golden traces', () => {
  if (UPDATES) {
    // Only what no scenario has any more: a run of some tests leaves the traces of the others alone.
    mkdirSync(FOLDER, { recursive: true });
    const files = new Set(RUNS.map(({ file }) => file));
    for (const file of readdirSync(FOLDER)) if (!files.has(file)) rmSync(path.join(FOLDER, file));
  }

  test.each(RUNS)('$file', ({ scenario, id, file }) => {
    const played = playConfiguration(scenario, id, {});
    if (!played.ok) throw new Error(played.problems[0]?.what);
    const text = traceText(scenario.id, played.value.run);
    const place = path.join(FOLDER, file);
    if (UPDATES) writeFileSync(place, text);
    expect(existsSync(place), `${file} is missing; see the comment above on how to write it`).toBe(true);
    expect(text).toBe(readFileSync(place, 'utf8'));
  });

  test('no file is left over from a scenario that is gone', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(RUNS.map(({ file }) => file).toSorted());
  });
});
