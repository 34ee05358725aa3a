import { readRecordedSequences } from '../scenarios/replay/recorded-operations.ts';
import { REPLAYED_SYSTEMS, replaySequence } from '../scenarios/replay/replay.ts';
import { asksForHelp, say, unknownOption } from './messages.ts';
import { readInput } from './read-input.ts';

const USAGE = `Usage: fenceline replay FILE...

Replays recorded operation sequences (.jsonl, - is standard input) through the same services, lock modules and
stores that scenarios use, and compares result, error and time of each operation. One JSON object for each file
goes to standard output, with every difference; each difference also goes to standard error, and a summary.

Systems: ${REPLAYED_SYSTEMS.join(', ')}.

Options
  -h, --help   Print this.

Exit codes: 0 no difference, 1 a difference, 2 bad usage or a file that cannot be read.
`;

/**
 * `replay FILE...`: replays recorded operation sequences through the product's own machines. One JSON
 * object per file on standard output, with every difference; a summary line per file on standard error.
 * Exit code 0 without a difference, 1 with one, 2 where a file cannot be read.
 */
export async function main(files: readonly string[]): Promise<number> {
  if (files.length === 0) {
    say('replay: name at least one file of recorded operations, or - for standard input');
    return 2;
  }
  if (asksForHelp(files)) {
    process.stdout.write(USAGE);
    return 0;
  }
  const option = unknownOption(files);
  if (option !== undefined) {
    say(`replay: unknown option "${option}"; a file of that name is ./${option}`);
    return 2;
  }
  let code = 0;
  for (const file of files) code = Math.max(code, await replayFile(file));
  return code;
}

async function replayFile(file: string): Promise<number> {
  const input = await readInput(file);
  const read = input.ok ? readRecordedSequences(input.value) : input;
  if (!read.ok) return fail(file, read.problems.map(({ where, what }) => `${where} ${what}`).join('; '));
  let operations = 0;
  const differences = [];
  for (const sequence of read.value) {
    const found = replaySequence(sequence);
    if (found === null) {
      const known = REPLAYED_SYSTEMS.join(', ');
      return fail(file, `${sequence.id}: system "${sequence.system}" is not known here; known: ${known}`);
    }
    operations += sequence.ops.length;
    differences.push(...found);
  }
  for (const { sequence, operation, op, expected, got } of differences) {
    const place = `${sequence} operation ${String(operation)} (${op})`;
    say(`${place}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  }
  const sequences = read.value.length;
  const summary = `${String(sequences)} sequences, ${String(operations)} operations, ${String(differences.length)} differences`;
  process.stdout.write(`${JSON.stringify({ file, summary, sequences, operations, differences })}\n`);
  say(summary);
  return differences.length === 0 ? 0 : 1;
}

function fail(file: string, why: string): number {
  process.stdout.write(`${JSON.stringify({ file, error: why })}\n`);
  say(`${file}: ${why}`);
  return 2;
}
