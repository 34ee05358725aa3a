/** A command takes its arguments, prints, and gives its exit code. */
type Command = (args: readonly string[]) => Promise<number>;

const DIFFERENCE = 1;
const BAD_USAGE = 2;
const FAULT = 3;

/** Loaded when asked for, so that one command does not pay for the others. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  verdict: async () => (await import('./verdict.ts')).main,
  replay: async () => (await import('./replay.ts')).main,
  explore: async () => (await import('./explore.ts')).main,
};

const USAGE = `Usage: fenceline COMMAND [ARGUMENTS]

Commands
  verdict FILE...   Judge traces (.jsonl), cases and scenarios (.json), - for standard input: one JSON object
                    per file.
  replay FILE...    Replay recorded operation sequences through the machines and report differences.
  explore FILE      Explore every schedule of a scenario within a fault budget.

COMMAND --help says more.

Results go to standard output, messages to standard error.

Exit codes
  0  everything was read and agrees
  ${DIFFERENCE}  a difference, a failed expectation or a counterexample was found
  ${BAD_USAGE}  the command was not understood, or an input could not be read
  ${FAULT}  a fault of Fenceline itself; please report it with the message
`;

// A reader that has seen enough, such as head, closes the pipe: no fault of anybody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    `fenceline: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return FAULT;
});

async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    process.stderr.write(USAGE);
    return BAD_USAGE;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    process.stderr.write(`fenceline: unknown command "${name}". Try fenceline --help.\n`);
    return BAD_USAGE;
  }
  const command = await load();
  return command(rest);
}
