import { afterEach, describe, expect, test, vi } from 'vitest';
import { main as explore } from './explore.ts';
import { main as replay } from './replay.ts';
import { main as verdict } from './verdict.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a command that is asked for help', () => {
  test.each([
    ['verdict', verdict, 'Usage: fenceline verdict FILE...'],
    ['replay', replay, 'Usage: fenceline replay FILE...'],
    ['explore', explore, 'Usage: fenceline explore FILE [OPTIONS]'],
  ] as const)('%s prints its usage and its exit codes, and exits 0', async (_name, main, first) => {
    for (const args of [['--help'], ['-h'], ['no-such-file.json', '--help']]) {
      let out = '';
      const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
        out += String(chunk);
        return true;
      });
      const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      expect(await main(args)).toBe(0);
      expect(out.split('\n')[0]).toBe(first);
      expect(out).toContain('Exit codes: 0');
      expect(stderr).not.toHaveBeenCalled();
      stdout.mockRestore();
      stderr.mockRestore();
    }
  });
});
