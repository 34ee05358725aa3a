import type { Json } from '../../engine/trace.ts';
import { changesText } from '../../text/changes.ts';

/** A fault as a document writes it, or as it was read, as far as its words look at it. */
interface AnyFault {
  readonly kind: string;
  readonly name?: string;
  readonly node?: string;
  readonly client?: string;
  readonly between?: readonly [string, string];
  readonly message?: string;
  readonly at?: number;
  readonly for?: number;
  readonly by?: number;
  readonly data?: string;
  readonly do?: string;
}

/** A fault in few words, such as "A paused at 2.0 s for 14.0 s". `inWords` says milliseconds. */
export function faultWords(fault: unknown, inWords: (ms: number) => string): string {
  const {
    kind,
    name,
    node = '',
    client = '',
    between,
    message = '',
    at = 0,
    by,
    data,
    ...more
  } = fault as AnyFault;
  const words = changesText.said;
  const when = inWords(at);
  const length = more.for === undefined ? null : inWords(more.for);
  switch (kind) {
    case 'pause':
      return words.pause(node, when, length);
    case 'resume':
    case 'crash':
    case 'refuse':
    case 'slow':
      return words[kind](node, when);
    case 'restart':
      return words.restart(node, when, data === 'lost');
    case 'clock':
      return words.clock(node, when, by === undefined ? null : inWords(Math.abs(by)), (by ?? 0) >= 0);
    case 'partition':
      return words.partition(between?.[0] ?? '', between?.[1] ?? '', when, length);
    case 'delay':
      return words.delay(message, inWords(by ?? 0));
    case 'lose':
    case 'lose-answer':
    case 'duplicate':
      return words[kind](message);
    case 'act':
      return words.act[more.do ?? '']?.(client, when) ?? kind;
    default:
      return words.own(name ?? kind, node, when);
  }
}

/** Names of whom or what a fault strikes: nodes, a client, a message. */
export function struckBy(fault: unknown): readonly string[] {
  const { node, client, between = [], message } = fault as AnyFault;
  return [node, client, message, ...between].filter((one) => one !== undefined);
}

/** Places in the document of the faults that were left, in the order in which a run has them. */
export function placesLeft(removed: readonly number[], count: number): readonly number[] {
  const left: number[] = [];
  for (let index = 0; left.length < count; index += 1) if (!removed.includes(index)) left.push(index);
  return left;
}

/** Edits without one fault of the run, by its place among all that the run has. */
export function withoutFault(
  edits: { readonly removed: readonly number[]; readonly added: readonly Json[] },
  all: number,
  position: number,
): { readonly removed: readonly number[]; readonly added: readonly Json[] } {
  const { removed, added } = edits;
  const own = all - added.length;
  if (position >= own) return { removed, added: added.toSpliced(position - own, 1) };
  const place = placesLeft(removed, own)[position] ?? 0;
  return { added, removed: [...removed, place].toSorted((a, b) => a - b) };
}
