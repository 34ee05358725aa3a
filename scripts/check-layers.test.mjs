import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { checkLayers } from './check-layers.mjs';

const fixture = fileURLToPath(new URL('./fixtures/layers', import.meta.url));
const { problems } = checkLayers(fixture);

/** @param {string} file */
function problemsOf(file) {
  return problems
    .filter((problem) => path.relative(fixture, problem.file).split(path.sep).join('/') === file)
    .map(({ line, message }) => `${line}: ${message.split('.')[0]}`);
}

describe('layers', () => {
  test('the engine imports no other layer and none of Node', () => {
    expect(problemsOf('engine/upward.ts')).toEqual([
      '2: engine must not import machines: "',
      '3: engine must not import Node\'s own modules: "node:fs"',
    ]);
  });

  test('a test file may import Vitest and Node, and still no higher layer', () => {
    expect(problemsOf('engine/time.test.ts')).toEqual(['4: engine must not import machines: "']);
  });

  test('a layer may import what stands below it and its own packages', () => {
    expect(problemsOf('machines/machine.ts')).toEqual([]);
    expect(problemsOf('cli/run.ts')).toEqual([]);
  });

  test('types may go where values may not', () => {
    expect(problemsOf('text/words.ts')).toEqual(['2: text must not import machines: "']);
    expect(problemsOf('ui/page.tsx')).toContain('3: ui must not import the package "xstate"');
    expect(problemsOf('ui/page.tsx')).not.toContain('2: ui must not import the package "xstate"');
  });

  test('workers and dynamic imports count as imports', () => {
    const lines = problemsOf('ui/page.tsx').map((problem) => problem.slice(0, 2));
    expect(lines).toContain('8:');
    expect(lines).toContain('9:');
  });

  test('a relative import without the ending of its file is refused', () => {
    expect(problems.map((problem) => problem.message)).toContain(
      '"../engine/time" is no file; relative imports name the file with its ending',
    );
  });

  test('a cycle is reported once, with its files', () => {
    const cycles = problems.filter((problem) => problem.message.startsWith('import cycle'));
    expect(cycles.map((problem) => problem.message)).toEqual([
      'import cycle: machines/first.ts -> machines/second.ts -> machines/first.ts',
    ]);
  });

  test('export * and folders that are no layer are refused', () => {
    expect(problemsOf('machines/second.ts')[0]).toContain('4: export *');
    expect(problemsOf('extra/lost.ts')[0]).toContain('src/extra is no layer');
  });
});
