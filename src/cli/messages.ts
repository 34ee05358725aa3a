// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu;
const LONGEST = 2000;

/**
 * Writes one message to standard error. What a file holds may be part of it: control characters would
 * reach the terminal as commands, so each is shown as a character that does nothing.
 */
export function say(message: string): void {
  const shown = message.length > LONGEST ? `${message.slice(0, LONGEST)}...` : message;
  process.stderr.write(`${shown.replaceAll(CONTROL, '\u{FFFD}')}\n`);
}

/** The first argument that looks like an option, where a command has none; `-` is standard input. */
export function unknownOption(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.startsWith('-') && arg !== '-');
}

/** Whether a command is asked how it is called. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}
