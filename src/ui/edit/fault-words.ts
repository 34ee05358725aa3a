import type { Json } from '../../engine/trace.ts';
import { changesText } from '../../text/changes.ts';

/** A fault as a document writes it, as it was read, or as a link brought it: nothing is certain of its fields. */
type AnyFault = Readonly<Record<string, unknown>>;

/** A fault in few words, such as "A paused at 2.0 s for 14.0 s". `inWords` says milliseconds. */
export function faultWords(fault: unknown, inWords: (ms: number) => string): string {
  const it = fault as AnyFault;
  const words = changesText.said;
  const kind = textOf(it['kind']);
  const node = textOf(it['node']);
  const client = textOf(it['client']);
  const message = textOf(it['message']);
  const when = inWords(numberOf(it['at']) ?? 0);
  const by = numberOf(it['by']);
  const lasts = numberOf(it['for']);
  const length = lasts === null ? null : inWords(lasts);
  const [one, other] = ends(it['between']);
  switch (kind) {
    case 'pause':
      return words.pause(node, when, length);
    case 'resume':
    case 'crash':
    case 'refuse':
    case 'slow':
      return words[kind](node, when);
    case 'restart':
      return words.restart(node, when, it['data'] === 'lost');
    case 'clock':
      return words.clock(node, when, by === null ? null : inWords(Math.abs(by)), (by ?? 0) >= 0);
    case 'partition':
      return words.partition(one ?? '', other ?? '', when, length);
    case 'delay':
      return words.delay(message, inWords(by ?? 0));
    case 'lose':
    case 'lose-answer':
    case 'duplicate':
      return words[kind](message);
    case 'act': {
      const act = textOf(it['do']);
      return Object.hasOwn(words.act, act) ? (words.act[act]?.(client, when) ?? kind) : kind;
    }
    default:
      return words.own(textOf(it['name'] ?? kind), node, when);
  }
}

/** Names of whom or what a fault strikes: nodes, a client, a message. */
export function struckBy(fault: unknown): readonly string[] {
  const { node, client, between, message } = fault as AnyFault;
  return [...[node, client, message].filter((one) => one !== undefined).map(textOf), ...ends(between)];
}

function ends(between: unknown): readonly string[] {
  return Array.isArray(between) ? between.map(textOf) : [];
}

/** A field as text: what is none is shown as it is written. */
function textOf(field: unknown): string {
  return typeof field === 'string' ? field : field === undefined ? '' : JSON.stringify(field);
}

function numberOf(field: unknown): number | null {
  return typeof field === 'number' && Number.isFinite(field) ? field : null;
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
