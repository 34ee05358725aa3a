import { randomFor } from '../src/engine/random.ts';

import { CLIENTS, JITTER_US, LATENCY_US, type Load, type randomPause } from './random-scenario.ts';

/** What one run came to. */
export interface PlainRun {
  readonly events: number;
  /** Writes accepted after the lease was over and the key had been granted again. */
  readonly staleWrites: number;
}

type What = 'run' | 'retry' | 'granted' | 'refused' | 'written' | 'released' | 'pause' | 'resume';
type ToOthers = 'acquire' | 'release' | 'write' | 'expire';

interface Item {
  at: number;
  due: number;
  rank: number;
  order: number;
  who: number;
  what: What | ToOthers;
  token: number;
  gone: boolean;
}

interface Client {
  step: number;
  token: number;
  paused: boolean;
  next: Item | null;
  busy: boolean;
  leftUs: number;
  held: Item[];
  sentToLock: number;
  sentToStore: number;
  fromLock: number;
  fromStore: number;
}

const FAULT = 0;
const DEADLINE = 1;
const INSTRUCTION = 2;
const MESSAGE = 3;
const TIMER = 4;

/**
 * The scenario of random-scenario.ts as one would write its simulation by hand: an event queue and the
 * rules inline, no machines, no trace. What random runs are measured against; never shipped.
 */
export function plainEventLoop(seed: number, pause: ReturnType<typeof randomPause>, load: Load): PlainRun {
  const steps = load.rounds * 4;
  const heap: Item[] = [];
  let order = 0;
  let now = 0;
  let events = 0;
  let staleWrites = 0;
  let counter = 0;
  let holderToken = 0;
  let isLive = false;
  let deadline: Item | null = null;
  const ended = [true];
  const clients = CLIENTS.map((): Client => ({
    step: 0,
    token: 0,
    paused: false,
    next: null,
    busy: false,
    leftUs: -1,
    held: [],
    sentToLock: 0,
    sentToStore: 0,
    fromLock: 0,
    fromStore: 0,
  }));

  function add(afterUs: number, rank: number, who: number, what: Item['what'], token: number): Item {
    const due = now + afterUs;
    const item: Item = { at: due, due, rank, order, who, what, token, gone: false };
    order += 1;
    push(heap, item);
    return item;
  }
  function travel(name: string): number {
    return LATENCY_US + Math.floor(randomFor(seed, name) * (JITTER_US + 1));
  }
  function next(who: number, client: Client, afterUs: number, busy: boolean): void {
    client.busy = busy;
    client.next = add(afterUs, INSTRUCTION, who, 'run', 0);
  }
  function askLock(who: number, client: Client, what: 'acquire' | 'release'): void {
    client.sentToLock += 1;
    const name = `${CLIENTS[who] ?? ''}>lock#${String(client.sentToLock)}`;
    add(travel(name), MESSAGE, who, what, client.token);
  }
  function answer(who: number, client: Client, from: 'lock' | 'store', what: What, token: number): void {
    const number = from === 'lock' ? (client.fromLock += 1) : (client.fromStore += 1);
    add(travel(`${from}>${CLIENTS[who] ?? ''}#${String(number)}`), MESSAGE, who, what, token);
  }

  const paused = CLIENTS.findIndex((id) => id === pause.node);
  now = pause.at;
  add(0, FAULT, paused, 'pause', 0);
  now = pause.at + (pause.forUs ?? 0);
  add(0, FAULT, paused, 'resume', 0);
  now = 0;
  clients.forEach((client, who) => next(who, client, 0, false));

  for (;;) {
    const item = pop(heap);
    if (item === undefined) return { events, staleWrites };
    if (item.gone) continue;
    const { who, what } = item;
    const client = clients[who];
    if (client === undefined) continue;
    const isOwn = what !== 'acquire' && what !== 'release' && what !== 'write' && what !== 'expire';
    if (client.paused && isOwn && item.rank !== FAULT) {
      client.held.push(item);
      continue;
    }
    now = item.at;
    events += 1;
    switch (what) {
      case 'pause':
        client.paused = true;
        if (client.next !== null && client.busy && client.next.due > now) {
          client.leftUs = client.next.due - now;
          client.next.gone = true;
        }
        break;
      case 'resume': {
        client.paused = false;
        if (client.leftUs >= 0 && client.next !== null) {
          const due = now + client.leftUs;
          client.next = { ...client.next, at: due, due, gone: false };
          push(heap, client.next);
          client.leftUs = -1;
        }
        for (const waiting of client.held.splice(0)) {
          waiting.at = now;
          push(heap, waiting);
        }
        break;
      }
      case 'run': {
        client.next = null;
        if (client.step >= steps) break;
        switch (client.step % 4) {
          case 0:
            askLock(who, client, 'acquire');
            break;
          case 1:
            client.step += 1;
            next(who, client, load.workUs, true);
            break;
          case 2: {
            client.sentToStore += 1;
            const name = `${CLIENTS[who] ?? ''}>store#${String(client.sentToStore)}`;
            add(travel(name), MESSAGE, who, 'write', client.token);
            break;
          }
          default:
            askLock(who, client, 'release');
        }
        break;
      }
      case 'retry':
        askLock(who, client, 'acquire');
        break;
      case 'granted':
        client.token = item.token;
        client.step += 1;
        next(who, client, 0, false);
        break;
      case 'refused':
        add(load.retryUs, TIMER, who, 'retry', 0);
        break;
      case 'written':
      case 'released':
        client.step += 1;
        next(who, client, 0, false);
        break;
      case 'acquire':
        if (isLive) answer(who, client, 'lock', 'refused', 0);
        else {
          counter += 1;
          holderToken = counter;
          ended[counter] = false;
          isLive = true;
          deadline = add(load.ttlUs, DEADLINE, who, 'expire', counter);
          answer(who, client, 'lock', 'granted', counter);
        }
        break;
      case 'release':
        if (holderToken === item.token && item.token !== 0) {
          if (deadline !== null) deadline.gone = true;
          ended[item.token] = true;
          holderToken = 0;
          isLive = false;
        }
        answer(who, client, 'lock', 'released', 0);
        break;
      case 'expire':
        isLive = false;
        ended[item.token] = true;
        break;
      case 'write':
        if (ended[item.token] === true && item.token < counter) staleWrites += 1;
        answer(who, client, 'store', 'written', 0);
    }
  }
}

function isBefore(a: Item, b: Item): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.due !== b.due) return a.due < b.due;
  return a.order < b.order;
}

function push(heap: Item[], item: Item): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up];
    if (parent === undefined || !isBefore(item, parent)) break;
    heap[at] = parent;
    at = up;
  }
  heap[at] = item;
}

function pop(heap: Item[]): Item | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let down = at * 2 + 1;
    let child = heap[down];
    if (child === undefined) break;
    const right = heap[down + 1];
    if (right !== undefined && isBefore(right, child)) {
      down += 1;
      child = right;
    }
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = down;
  }
  heap[at] = last;
  return first;
}
