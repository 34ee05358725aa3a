import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import {
  asJson,
  counterEnd,
  endsOf,
  keyEnd,
  type Contents,
  type Memory,
  type Stream,
  type Waiting,
} from './memory.ts';

/** How a primary replicates. */
export interface ReplicationOptions {
  /** The node of the replica. */
  readonly replica: string;
  /** Further replicas, which are sent what it is sent; none where it is left out. */
  readonly others?: readonly string[];
  /** How long a write stays in the primary before it is sent: a crash within that time loses it. */
  readonly lagUs: number;
  /** An answer to a write goes out only when so many replicas have applied it. */
  readonly waitsFor: number;
  /** What waits for longer is answered by an error, though it has happened here; null: it waits for ever. */
  readonly waitTimeoutUs: number | null;
}

/** A stream before anything was written. */
export const NEW_STREAM: Stream = { sent: 0, applied: 0, unsent: {}, waiting: [] };

/** Messages are numbered round and round; half of the numbers tell before from after. */
const NUMBERS = 1024;

/** What is not known to have arrived is sent again at this rhythm. */
const AGAIN_US = 1_000_000;

/** The timer by which a primary sends what it has not sent, and its event. */
export const STREAM_TIMER = 'replicate.now';

/** Whether one number came after another. */
export function isAfter(number: number, other: number): boolean {
  const distance = (number - other + NUMBERS) % NUMBERS;
  return distance > 0 && distance < NUMBERS / 2;
}

/**
 * What a primary does beside what it was asked: what has changed goes to the replica, at once or after its
 * lag, and the answer waits if it is to wait.
 */
export function replicated(
  options: ReplicationOptions,
  before: Contents,
  served: Served<Memory>,
): Served<Memory> {
  const { memory } = served;
  const { stream } = memory;
  const changed = changedNames(before, memory);
  if (stream === undefined || changed.length === 0) return served;
  const next = (stream.sent + 1) % NUMBERS;
  const unsent = { ...stream.unsent, ...Object.fromEntries(changed.map((name) => [name, next])) };
  const kept = options.waitsFor > 0 ? waitingFor(options, served.effects, next) : NOT_WAITING;
  const waiting = [...stream.waiting, ...kept.waiting];
  const told: Served<Memory> = {
    memory: { ...memory, stream: { ...stream, unsent, waiting } },
    effects: kept.effects ?? served.effects,
  };
  if (stream.stopped === true) return told;
  if (options.lagUs <= 0) return sending(options, told);
  // What waits already takes along what comes after it.
  const isUnderWay = Object.values(stream.unsent).includes(next);
  return isUnderWay ? told : { ...told, effects: [...told.effects, after(options.lagUs)] };
}

/** Sends everything that some replica is not known to have; once more later, if that is not answered. */
export function sending(options: ReplicationOptions, { memory, effects }: Served<Memory>): Served<Memory> {
  const { stream } = memory;
  if (stream === undefined || stream.stopped === true) return { memory, effects };
  const names = Object.keys(stream.unsent);
  if (names.length === 0) return { memory, effects };
  const sent = (stream.sent + 1) % NUMBERS;
  // Farther behind than numbers can tell: the connection is given up, as a full output buffer makes Redis do.
  if (!replicasOf(options).every((node) => isAfter(sent, appliedAt(options, stream, node)))) {
    return { memory: { ...memory, stream: { ...stream, stopped: true } }, effects };
  }
  const body: MachineEvent = {
    type: 'replicate',
    number: sent,
    keys: asJson(Object.fromEntries(names.filter(isKey).map((id) => entryOf(memory.keys, id)))),
    counters: asJson(Object.fromEntries(names.filter(isCounter).map((id) => entryOf(memory.counters, id)))),
  };
  return {
    memory: { ...memory, stream: { ...stream, sent } },
    effects: [
      ...effects,
      ...replicasOf(options).map((to): Effect => ({ type: 'send', to, body, deadlines: names })),
      after(AGAIN_US),
    ],
  };
}

/** A replica says up to where it has applied; what waited for that is answered. */
export function acknowledged(
  options: ReplicationOptions,
  memory: Memory,
  event: MachineEvent,
): Served<Memory> | null {
  const before = memory.stream;
  const number = asNumber(event['number']);
  const from = asText(event['from']);
  if (before === undefined || !isAfter(number, appliedAt(options, before, from))) return null;
  const stream: Stream =
    from === options.replica
      ? { ...before, applied: number }
      : { ...before, others: { ...before.others, [from]: number } };
  const nodes = replicasOf(options);
  /** How many replicas have what came with a message. */
  const copies = (other: number): number =>
    nodes.filter((node) => !isAfter(other, appliedAt(options, stream, node))).length;
  const isEverywhere = (other: number): boolean => copies(other) === nodes.length;
  const isEnough = (other: number): boolean => copies(other) >= options.waitsFor;
  const unsent = Object.fromEntries(
    Object.entries(stream.unsent).filter(([, other]) => !isEverywhere(other)),
  );
  const answered = stream.waiting.filter((waiting) => isEnough(waiting.number));
  const waiting = stream.waiting.filter((other) => !isEnough(other.number));
  return {
    memory: { ...memory, stream: { ...stream, unsent, waiting } },
    effects: [
      ...answered.flatMap(({ to, body }): Effect[] => [
        { type: 'send', to, body },
        { type: 'cancel', id: waitTimer(to, body) },
      ]),
      ...(Object.keys(unsent).length === 0 ? [{ type: 'cancel', id: STREAM_TIMER } as const] : []),
    ],
  };
}

function replicasOf({ replica, others = [] }: ReplicationOptions): readonly string[] {
  return [replica, ...others];
}

/** Number of the last message that a replica is known to have applied. */
function appliedAt({ replica }: ReplicationOptions, { applied, others }: Stream, node: string): number {
  return node === replica ? applied : (others?.[node] ?? 0);
}

/** An answer has waited for too long: the asker is told so, and the write stays. */
export function waitedTooLong(memory: Memory, event: MachineEvent): Served<Memory> | null {
  const { stream } = memory;
  const to = asText(event['to']);
  const isIt = (other: Waiting): boolean => other.to === to && other.body['ref'] === event['ref'];
  if (stream === undefined || !stream.waiting.some(isIt)) return null;
  const waiting = stream.waiting.filter((other) => !isIt(other));
  const request: MachineEvent = { type: 'set', from: to, ref: event['ref'] ?? null };
  return {
    memory: { ...memory, stream: { ...stream, waiting } },
    effects: [replyTo(request, { type: 'error', reason: 'not-replicated' })],
  };
}

/** A crash: nobody is answered any more who waited. */
export function fallen(memory: Memory): Served<Memory> | null {
  const { stream } = memory;
  return stream === undefined || stream.waiting.length === 0
    ? null
    : { memory: { ...memory, stream: { ...stream, waiting: [] } }, effects: [] };
}

/** A crash forgot the timer by which the rest was to be sent: what is still to be sent goes on. */
export function resumed({ lagUs }: ReplicationOptions, served: Served<Memory>): Served<Memory> {
  const { stream } = served.memory;
  if (stream === undefined || stream.stopped === true || Object.keys(stream.unsent).length === 0) {
    return served;
  }
  return { ...served, effects: [...served.effects, after(lagUs)] };
}

/** Everything is to be sent, whatever the replica had. */
export function fromScratch(memory: Memory): Memory {
  const { stream } = memory;
  if (stream === undefined) return memory;
  const { stopped: _stopped, ...going } = stream;
  const number = (stream.sent + 1) % NUMBERS;
  const unsent = Object.fromEntries(endsOf(memory).map((name) => [name, number]));
  return { ...memory, stream: { ...going, unsent: { ...going.unsent, ...unsent } } };
}

function after(afterUs: number): Effect {
  return { type: 'timer', id: STREAM_TIMER, afterUs, event: { type: STREAM_TIMER } };
}

interface Kept {
  readonly waiting: readonly Waiting[];
  /** The effects that do not wait; null: all of them. */
  readonly effects: readonly Effect[] | null;
}

const NOT_WAITING: Kept = { waiting: [], effects: null };

function waitingFor({ waitTimeoutUs }: ReplicationOptions, effects: readonly Effect[], number: number): Kept {
  const waiting = effects.flatMap((effect) =>
    effect.type === 'send' ? [{ number, to: effect.to, body: effect.body }] : [],
  );
  const timers = waiting.flatMap(({ to, body }): Effect[] => {
    if (waitTimeoutUs === null) return [];
    const event = { type: 'wait.timeout', to, ref: body['ref'] ?? null };
    return [{ type: 'timer', id: waitTimer(to, body), afterUs: waitTimeoutUs, event }];
  });
  return { waiting, effects: [...effects.filter(({ type }) => type !== 'send'), ...timers] };
}

function waitTimer(to: string, body: MachineEvent): string {
  return `wait:${to}:${asText(body['ref'])}`;
}

function isKey(name: string): boolean {
  return name.startsWith(keyEnd(''));
}

function isCounter(name: string): boolean {
  return name.startsWith(counterEnd(''));
}

/** Something by its name in the stream, which is that of its deadline; null where it is gone. */
function entryOf<Value>(fields: { readonly [name: string]: Value }, id: string): [string, Value | null] {
  const name = id.slice(id.indexOf(':') + 1);
  return [name, fields[name] ?? null];
}

/** Names in the stream of what is not as it was. */
function changedNames(before: Contents, after: Contents): readonly string[] {
  const differing = <Value>(
    a: { readonly [name: string]: Value },
    b: { readonly [name: string]: Value },
  ): readonly string[] => (a === b ? [] : Object.keys({ ...a, ...b }).filter((name) => a[name] !== b[name]));
  return [
    ...differing(before.keys, after.keys).map(keyEnd),
    ...differing(before.counters, after.counters).map(counterEnd),
  ];
}
