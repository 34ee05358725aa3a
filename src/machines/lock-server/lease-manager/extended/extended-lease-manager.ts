import type { Component, MachineEvent } from '../../../../engine/component.ts';
import { asNumber, asText } from '../../../requests.ts';
import { server, type Served as ServedOf, type ServerDefinition } from '../../../serving-machine.ts';
import { judgeFirst, judgementOf, leadOf } from '../../foreign-clocks.ts';
import { delayOver, forget, ranOut, revived } from './ends.ts';
import { copied, forgetAll, join, split } from './halves.ts';
import {
  deadlineOf,
  emptyHalf,
  readDeadline,
  type Asked,
  type Desk,
  type ExtendedOptions,
  type Memory,
  type Served,
} from './memory.ts';
import { left, withoutPlace } from './queue.ts';
import { acquire, check, current, inspect, release, renew, steal, type Judged } from './requests.ts';
import { withoutCounter } from './tokens.ts';

/**
 * A lease manager with more than the plain rule: grace times, leases without an end, stealing, owners that
 * are known, other counters, ends that are written or judged by clients' clocks, a queue, a service that
 * forgets or splits. With all of that off it does what the plain one does.
 */
export function extendedLeaseManager(options: ExtendedOptions): Component {
  return server(extendedDefinition(options));
}

/** The definition behind `extendedLeaseManager`: a region for each key beside it. */
export function extendedDefinition(options: ExtendedOptions): ServerDefinition<Memory> {
  return {
    id: options.id,
    role: 'service',
    ...(options.extras.expiryBy === 'server' ? {} : { dated: true }),
    initial: { halves: [emptyHalf(options.keys)], split: null },
    serve: (memory, event) => serve(options, memory, event),
    regions: {
      'the service': {
        states: ['whole', 'split'],
        of: ({ split: splits }) => (splits === null ? 'whole' : 'split'),
      },
      ...Object.fromEntries(
        options.keys.map((key) => [
          `key ${key}`,
          { states: ['free', 'leased', 'over', 'delayed'], of: (memory: Memory) => shownState(memory, key) },
        ]),
      ),
    },
  };
}

function shownState({ halves }: Memory, key: string): string {
  const rows = halves.map(({ rows: byKey }) => byKey[key] ?? null).filter((row) => row !== null);
  if (rows.length === 0) return 'free';
  if (rows.some(({ live }) => live)) return 'leased';
  return rows.some(({ delayed }) => delayed === true) ? 'delayed' : 'over';
}

function serve(options: ExtendedOptions, memory: Memory, event: MachineEvent): ServedOf<Memory> | null {
  switch (event.type) {
    case 'split':
      return split(options, memory, event);
    case 'join':
      return join(options, memory);
    case 'copied':
      return copied(options, memory, event);
    case 'restart':
      return event['data'] === 'lost' ? forgetAll(options, memory) : null;
    case 'forget':
      return onEach(options, memory, (desk) => forget(desk, asText(event['key'])));
    case 'deadline.passed':
    case 'deadline.revived': {
      const { side, ...about } = readDeadline(asText(event['id']));
      return at(options, memory, side, (desk) => deadline(desk, about, event));
    }
    case 'judged':
      return at(options, memory, event['side'] === 1 ? 1 : 0, (desk) => judged(desk, event));
    default: {
      const asks = event.type === 'inspect' ? event['store'] : event['from'];
      const side = memory.split?.aside.includes(asText(asks)) === true ? 1 : 0;
      return at(options, memory, side, (desk) => request(desk, event));
    }
  }
}

function request(desk: Desk, event: MachineEvent): Served | null {
  const asked = readAsked(event);
  if (isForeign(desk, asked.key) && JUDGED.has(event.type)) return judge(desk, event);
  switch (event.type) {
    case 'acquire':
      return acquire(desk, asked, null);
    case 'steal':
      return steal(desk, asked);
    case 'renew':
      return renew(desk, asked, null);
    case 'release':
      return release(desk, asked);
    case 'check':
      return check(desk, asked, null);
    case 'which-token':
      return current(desk, asked, null);
    case 'leave':
      return left(desk, asked, asText(event['place']), release);
    case 'inspect':
      return inspect(desk, asked.key, asText(event['store']), null);
    default:
      return null;
  }
}

const JUDGED: ReadonlySet<string> = new Set<Judged>(['acquire', 'renew', 'check', 'which-token', 'inspect']);

/** Whether whoever asks judges the end of a key's lease by its own clock. */
function isForeign({ options, half }: Desk, key: string): boolean {
  return options.extras.expiryBy === 'challenger-clock' && half.rows[key]?.live === true;
}

/** Looks at the end of the lease first: the request comes again with what is left, in the same step. */
function judge({ options, side, half }: Desk, event: MachineEvent): Served {
  const date = deadlineOf(side, 'until', asText(event['key']));
  return { half, effects: [judgeFirst(options.id, date, { ...event, side })] };
}

function judged(desk: Desk, event: MachineEvent): Served | null {
  const asked = { ...readAsked(event), leadUs: asNumber(event['leadUs']) };
  const judgement = judgementOf(event, deadlineOf(desk.side, 'until', asked.key));
  switch (event['op'] as Judged) {
    case 'acquire':
      return acquire(desk, asked, judgement);
    case 'renew':
      return renew(desk, asked, judgement);
    case 'check':
      return check(desk, asked, judgement);
    case 'which-token':
      return current(desk, asked, judgement);
    case 'inspect':
      return inspect(desk, asked.key, asText(event['store']), judgement);
  }
}

function deadline(
  desk: Desk,
  { kind, key, client }: Omit<ReturnType<typeof readDeadline>, 'side'>,
  event: MachineEvent,
): Served | null {
  if (event.type === 'deadline.revived')
    return kind === 'lease' ? revived(desk, key, asNumber(event['leftUs'])) : null;
  switch (kind) {
    case 'lease':
      return ranOut(desk, key);
    case 'delay':
      return delayOver(desk, key);
    case 'counter':
      return { half: withoutCounter(desk.half, key), effects: [] };
    case 'place':
      return withoutPlace(desk, key, (place) => place.client === client);
    case 'until':
      return null;
  }
}

/** One half answers. */
function at(
  options: ExtendedOptions,
  memory: Memory,
  side: 0 | 1,
  work: (desk: Desk) => Served | null,
): ServedOf<Memory> | null {
  const half = memory.halves[side];
  if (half === undefined) return null;
  const served = work({ options, side, half, other: memory.halves[side === 0 ? 1 : 0] ?? null });
  if (served === null) return null;
  const halves = memory.halves.map((one, index) => (index === side ? served.half : one));
  return { memory: { ...memory, halves }, effects: served.effects };
}

/** Every half does the same; null where none has anything to do. */
function onEach(
  options: ExtendedOptions,
  memory: Memory,
  work: (desk: Desk) => Served | null,
): ServedOf<Memory> | null {
  const first = at(options, memory, 0, work);
  const second = at(options, first?.memory ?? memory, 1, work);
  if (first === null || second === null) return first ?? second;
  return { memory: second.memory, effects: [...first.effects, ...second.effects] };
}

function readAsked(event: MachineEvent): Asked {
  const from = asText(event['from']);
  return {
    key: asText(event['key']),
    client: event['client'] === undefined ? from : asText(event['client']),
    from,
    ref: event['ref'] === undefined ? null : asText(event['ref']),
    ttlUs: asNumber(event['ttlUs']),
    token: asNumber(event['token']),
    leadUs: leadOf(event),
    waits: event['waits'] === true,
  };
}
