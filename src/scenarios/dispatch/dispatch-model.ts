import { NO_FAULTS, type TimedFault } from '../../engine/faults.ts';
import type { Model } from '../../engine/model.ts';
import { fromMs, ZERO, type Micros } from '../../engine/time.ts';
import { dispatchNode } from '../../machines/dispatch/dispatch-node.ts';
import { orderBook } from '../../machines/dispatch/order-book.ts';
import { epochLease } from '../../machines/lock-server/epoch-lease/epoch-lease.ts';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import { NO_NODE, type DispatchSettings } from './parameters.ts';

/**
 * How nodes divide the work among them. Scan: each takes every order that is open. Claim: each claims a
 * batch that nobody else has a claim on. Leader: only the leader takes a batch, and the sink asks for its
 * epoch.
 */
export const DISPATCH_MODES = ['scan', 'claim', 'leader'] as const;
export type DispatchMode = (typeof DISPATCH_MODES)[number];

/** How long a tick is; nothing but the picture's words depends on it. */
export const TICK = fromMs(1000);

/** All nodes poll as a tick begins, in order; what they were given takes effect in the middle of it. */
const WORK = (TICK / 2) as Micros;

/** The lock key that nodes elect a leader by, and that the sink looks at. */
const KEY = 'dispatch';
const BOOK = 'orders';
const LOCK = 'lock';
const SINK = 'sink';

/** The id of a node by its number. */
export function nodeId(number: number): string {
  return `N${String(number)}`;
}

/**
 * The tick at which everything is over. By then every run is complete that ever will be: each tick completes
 * an order at least, but for those in which a claim or a lease of the stalled node has to run out.
 */
export function endTick(settings: DispatchSettings): number {
  return settings.orders + Math.max(settings['claim-ttl'], settings['lease-ttl']) + 3;
}

/** One mode as a model of the engine: nodes, order book and sink; for the leader the epoch lease as well. */
export function dispatchModel(mode: DispatchMode, settings: DispatchSettings): Model {
  const nodes = Array.from({ length: settings.nodes }, (_, number) => nodeId(number));
  const elects = mode === 'leader';
  const until = (endTick(settings) * TICK) as Micros;
  return {
    components: [
      ...nodes.map((id) =>
        dispatchNode({
          id,
          orderBook: BOOK,
          sink: SINK,
          key: KEY,
          tickUs: TICK,
          workUs: WORK,
          election: elects ? { lockService: LOCK, ttlUs: settings['lease-ttl'] * TICK } : null,
        }),
      ),
      orderBook({
        id: BOOK,
        orders: settings.orders,
        batch: mode === 'scan' ? null : settings.batch,
        claimTtlUs: mode === 'claim' ? settings['claim-ttl'] * TICK : null,
        runUs: until,
        nodes,
      }),
      ...(elects ? [epochLease({ id: LOCK, keys: [KEY], raises: [] })] : []),
      resourceStore({
        id: SINK,
        rule: storeRules[elects ? 'epoch-sink' : 'naive'],
        lockService: LOCK,
        leaseKey: KEY,
        initial: {},
      }),
    ],
    seed: 1,
    // What a tick begins with happens in one instant, node after node.
    latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
    timedFaults: stall(settings, until),
    messageFaults: [],
    budget: NO_FAULTS,
    horizon: until,
  };
}

/** The node stands still from just before its writes until the run is over. */
function stall(settings: DispatchSettings, until: Micros): readonly TimedFault[] {
  const number = settings['stalled-node'];
  const at = (settings['stall-tick'] * TICK + WORK) as Micros;
  if (number === NO_NODE || at >= until) return [];
  return [{ kind: 'pause', node: nodeId(number), at, forUs: (until - at) as Micros }];
}
