import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { playScenario } from './play-scenario.ts';
import { readScenario } from './scenario.ts';
import './services/all-services.ts';

/**
 * Documents as people have them: the built-in ones as they stood when the first version of the format was
 * complete, and what each configuration showed then. Neither is ever written anew: a change that one of these
 * tests finds breaks files that are out there, and needs a new version of the format and a way to migrate.
 */
const place = (file: string): URL => new URL(`../../test-data/documents-v1/${file}`, import.meta.url);
const OUTCOMES = 'outcomes.json';

interface Shown {
  readonly outcome: string;
  /** Each finding as `kind client at milliseconds`, in the order of the verdict. */
  readonly findings: readonly string[];
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(place(file), 'utf8'));
}

function shownBy(document: unknown): { readonly [configuration: string]: Shown } {
  const read = readScenario(document);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const played = playScenario(read.value, {});
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  return Object.fromEntries(
    played.value.map(({ run }) => {
      const { outcome, findings } = run.verdict;
      const told = findings.map(({ kind, client, t }) => `${kind} ${client} at ${String(t / 1000)}`);
      return [run.configuration, { outcome, findings: told }];
    }),
  );
}

describe('a document of version 1, as it stood,', () => {
  const expected = json(OUTCOMES) as { readonly [file: string]: ReturnType<typeof shownBy> };
  const files = readdirSync(place('')).filter((file) => file !== OUTCOMES);

  test('is there with what it showed', () => {
    expect(files).toHaveLength(20);
    expect(Object.keys(expected).toSorted()).toEqual(files.toSorted());
  });

  test.each(files)('shows what it did: %s', (file) => {
    expect(shownBy(json(file))).toEqual(expected[file]);
  });
});
