import type { Component, Effect, MachineEvent } from '../../engine/component.ts';
import { asNumber, asText, replyTo } from '../requests.ts';
import { server, type Served, type ServerDefinition } from '../serving-machine.ts';

/** What is fixed for one order book. Durations are microseconds of its own time. */
export interface OrderBookOptions {
  readonly id: string;
  /** How many orders there are, numbered from 0. */
  readonly orders: number;
  /** The most orders that one poll is given; null: all that are open. */
  readonly batch: number | null;
  /** How long a poll claims what it is given; null: nothing is claimed, the next poll may be given it too. */
  readonly claimTtlUs: number | null;
  /** After so long the run is over, whether or not every order is done. */
  readonly runUs: number;
  /** Who polls, and is told when the run is over. */
  readonly nodes: readonly string[];
}

/** An order: done once it took effect; until then open, or claimed by a node. */
type Order =
  | { readonly state: 'open' }
  | { readonly state: 'claimed'; readonly by: string }
  | { readonly state: 'done' };

interface Memory {
  readonly orders: readonly Order[];
  /** The run is over: nothing is given out any more. */
  readonly closed: boolean;
}

const END = 'end';

/**
 * The order book: which orders are open, claimed or done. A poll is answered with a batch of orders; a node
 * says of each that it is done once its write was accepted. A claim is a deadline: when it has run out the
 * order is open again, whatever the claimant does meanwhile. When the last order is done the run is over.
 */
export function orderBook(options: OrderBookOptions): Component {
  return server(orderBookDefinition(options));
}

/** The definition behind `orderBook`. */
export function orderBookDefinition(options: OrderBookOptions): ServerDefinition<Memory> {
  return {
    id: options.id,
    role: 'service',
    initial: { orders: Array.from({ length: options.orders }, () => ({ state: 'open' })), closed: false },
    starts: [{ type: 'deadline', id: END, afterUs: options.runUs, clock: 'monotonic' }],
    serve: (memory, event) => serve(options, memory, event),
    regions: {
      run: { states: ['on', 'over'], of: ({ closed }: Memory) => (closed ? 'over' : 'on') },
    },
  };
}

function serve(options: OrderBookOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'poll':
      return give(options, memory, event);
    case 'done':
      return markDone(options, memory, asNumber(event['order']));
    case 'deadline.passed': {
      const id = asText(event['id']);
      return id === END ? close(options, memory) : claimRunsOut(memory, Number(id.slice(CLAIM.length)));
    }
    default:
      return null;
  }
}

function give(options: OrderBookOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const { batch, claimTtlUs } = options;
  const by = asText(event['from']);
  const open = memory.closed ? [] : numbersOf(memory, 'open');
  const given = batch === null ? open : open.slice(0, batch);
  const answer = replyTo(event, { type: 'batch', orders: given });
  if (claimTtlUs === null) return { memory, effects: [answer] };
  const deadlines = given.map((order): Effect => ({
    type: 'deadline',
    id: `${CLAIM}${String(order)}`,
    afterUs: claimTtlUs,
    clock: 'monotonic',
  }));
  // A claim without any time is over as it is made.
  const claimed = claimTtlUs > 0 ? withOrders(memory, given, { state: 'claimed', by }) : memory;
  return { memory: claimed, effects: [...deadlines, answer] };
}

function markDone(options: OrderBookOptions, memory: Memory, order: number): Served<Memory> {
  if (memory.orders[order]?.state === 'done') return { memory, effects: [] };
  const after = withOrders(memory, [order], { state: 'done' });
  const forgotten: Effect = { type: 'cancel', id: `${CLAIM}${String(order)}` };
  if (after.orders.some(({ state }) => state !== 'done')) return { memory: after, effects: [forgotten] };
  const closed = close(options, after);
  return { memory: closed?.memory ?? after, effects: [forgotten, ...(closed?.effects ?? [])] };
}

function claimRunsOut(memory: Memory, order: number): Served<Memory> | null {
  const claimed = memory.orders[order];
  if (claimed?.state !== 'claimed') return null;
  const entry = { ev: 'claim-over', client: claimed.by, record: recordOf(order) } as const;
  return {
    memory: withOrders(memory, [order], { state: 'open' }),
    effects: [{ type: 'trace', entry }],
  };
}

function close({ nodes }: OrderBookOptions, memory: Memory): Served<Memory> | null {
  if (memory.closed) return null;
  return {
    memory: { ...memory, closed: true },
    effects: nodes.map((to) => ({ type: 'send', to, body: { type: 'closed' } })),
  };
}

const CLAIM = 'claim:';

/** The record of the sink that an order's effect is written to. */
export function recordOf(order: number): string {
  return `order-${String(order)}`;
}

function numbersOf({ orders }: Memory, state: Order['state']): readonly number[] {
  return [...orders.keys()].filter((order) => orders[order]?.state === state);
}

function withOrders(memory: Memory, changed: readonly number[], to: Order): Memory {
  const orders = memory.orders.map((order, number) => (changed.includes(number) ? to : order));
  return { ...memory, orders };
}
