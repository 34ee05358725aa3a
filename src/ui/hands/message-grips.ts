import type { Entry, Json } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';
import type { Grip } from './grip.ts';
import { placeOf, rangeOf, withPlace } from './places.ts';

interface DelayFields {
  readonly kind: string;
  readonly message?: string | undefined;
  readonly by?: number | undefined;
}

/** Longest delay that can be dragged, in milliseconds. */
const LONGEST_DELAY_MS = 600_000;

/** Grips at the arrival of every message: moving one delays the message, or takes its delay back. */
export function arrivalGrips(
  scenario: Scenario,
  configuration: string,
  edited: Edited,
  faults: readonly DelayFields[],
  run: Run,
): readonly Grip[] {
  const sent = new Map<string, Entry>();
  const grips: Grip[] = [];
  for (const entry of run.entries) {
    const { message } = entry;
    if (message === undefined) continue;
    if (entry.ev === 'send') {
      sent.set(message, entry);
      continue;
    }
    const sending = sent.get(message);
    // Only its first handling: a copy of it arrives by a fault of its own.
    if (sending === undefined || entry.ev === 'lose' || entry.ev === 'duplicate' || !sent.delete(message))
      continue;
    const delay = delayOf(scenario, configuration, edited, faults, message);
    if (delay === null) continue;
    const soonest = entry.t - delay.ms * 1000;
    grips.push({
      id: `arrival ${message}`,
      kind: 'arrival',
      subject: message,
      other: sending.to ?? '',
      lane: entry.actor,
      track: 'message-to',
      seq: entry.seq,
      t: entry.t,
      min: soonest,
      max: soonest + delay.max * 1000,
      moved: (t) => delay.to(Math.max(0, (t - soonest) / 1000)),
    });
  }
  return grips;
}

interface Delay {
  readonly ms: number;
  readonly max: number;
  readonly to: (ms: number) => Edited;
}

/** How a message is delayed now, and how to change that; null where its delay cannot be changed. */
function delayOf(
  scenario: Scenario,
  configuration: string,
  edited: Edited,
  faults: readonly DelayFields[],
  message: string,
): Delay | null {
  const { edits } = edited;
  const own = faults.length - edits.added.length;
  const position = faults.findIndex((fault) => fault.kind === 'delay' && fault.message === message);
  const ms = faults[position]?.by ?? 0;
  const withAdded = (added: readonly Json[]): Edited => ({ ...edited, edits: { ...edits, added } });
  if (position < 0) {
    return {
      ms: 0,
      max: LONGEST_DELAY_MS,
      to: (by) =>
        by <= 0 ? edited : withAdded([...edits.added, { kind: 'delay', message, by: rounded(by) }]),
    };
  }
  if (position >= own) {
    const place = position - own;
    return {
      ms,
      max: LONGEST_DELAY_MS,
      to: (by) =>
        withAdded(
          by <= 0
            ? edits.added.filter((_, index) => index !== place)
            : edits.added.map((fault, index) =>
                index === place ? { kind: 'delay', message, by: rounded(by) } : fault,
              ),
        ),
    };
  }
  let index = -1;
  for (let left = position; left >= 0; left -= 1) {
    do index += 1;
    while (edits.removed.includes(index));
  }
  const place = placeOf(scenario, configuration, `/faults/${String(index)}/by`);
  if (place === null) return null;
  return { ms, max: rangeOf(place).max, to: (by) => withPlace(scenario, edited, place, by) };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

interface ScriptOwner {
  readonly id: string;
  readonly script: readonly { readonly op: string; readonly for?: number | undefined }[];
}

/**
 * Grips where a client sends a write: moving one lets it work or sleep longer or shorter before. Only where
 * the script is a plain row of instructions, so that the write and the work before it are known.
 */
export function sendingGrips(
  scenario: Scenario,
  configuration: string,
  edited: Edited,
  clients: readonly ScriptOwner[],
  run: Run,
): readonly Grip[] {
  return clients.flatMap(({ id, script }, clientIndex) => {
    const writes = run.entries.filter((entry) => entry.ev === 'send' && entry.actor === id && isWrite(entry));
    const steps = script.flatMap(({ op }, index) => (op === 'write' ? [index] : []));
    if (script.some(({ op }) => op === 'repeat')) return [];
    return writes.slice(0, steps.length).flatMap((entry, count): readonly Grip[] => {
      const write = steps[count] ?? -1;
      const before = script.findLastIndex(
        ({ op }, index) => index < write && (op === 'work' || op === 'sleep'),
      );
      const ms = script[before]?.for;
      const pointer = `/clients/${String(clientIndex)}/script/${String(before)}/for`;
      const place =
        before < 0 || before < (steps[count - 1] ?? -1) ? null : placeOf(scenario, configuration, pointer);
      if (place === null || ms === undefined) return [];
      const { min, max } = rangeOf(place);
      return [
        {
          id: `sending ${entry.message ?? ''}`,
          kind: 'sending',
          subject: id,
          other: entry.to ?? '',
          lane: id,
          track: 'message-from',
          seq: entry.seq,
          t: entry.t,
          min: entry.t + (min - ms) * 1000,
          max: entry.t + (max - ms) * 1000,
          moved: (t) => withPlace(scenario, edited, place, ms + (t - entry.t) / 1000),
        },
      ];
    });
  });
}

function isWrite({ body }: Entry): boolean {
  return typeof body === 'object' && body !== null && (body as { readonly type?: Json }).type === 'write';
}
