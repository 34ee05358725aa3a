import * as v from 'valibot';
import { fromMs } from '../../engine/time.ts';
import { leaseManagerProtocol } from '../../machines/client/protocols/lease-manager.ts';
import { extendedLeaseManager } from '../../machines/lock-server/lease-manager/extended/extended-lease-manager.ts';
import {
  PLAIN_EXTRAS,
  type LeaseExtras,
  type TokenCounter,
} from '../../machines/lock-server/lease-manager/extended/memory.ts';
import { leaseManager } from '../../machines/lock-server/lease-manager/lease-manager.ts';
import { instant, name, positive } from '../schema-parts.ts';
import { defineFault, type OwnFaultDocument } from './fault-kind.ts';
import { expiryBy } from './expiry-by.ts';
import { leaseManagerKind, leaseManagerSchema } from './lease-manager.ts';
import { leaseManagerRequests } from './operators/leases.ts';
import { defineService, type ServiceProblem } from './service-kind.ts';
import { standardLock } from './standard/standard.ts';

const flag = v.boolean('must be true or false');

const counterSchema = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('persistent') }),
    v.strictObject({ kind: v.literal('per-holder') }),
    v.strictObject({ kind: v.literal('forgotten-when-free') }),
    v.strictObject({ kind: v.literal('expires'), after: positive }),
  ],
  'must have kind "persistent", "per-holder", "forgotten-when-free" or "expires"',
);

/** The plain lease manager's fields, and what it can do beside the plain rule. Left out, each is off. */
const schema = v.strictObject({
  ...leaseManagerSchema.entries,
  /** Grace time after a lease that ran out, before the key is granted again. */
  lockDelay: v.optional(instant),
  /** Whether leases end, whatever TTL is asked for. */
  leases: v.optional(v.picklist(['timed', 'endless'], 'must be "timed" or "endless"')),
  /** A client may take the key over while it is leased. */
  stealing: v.optional(flag),
  /** Whether a holder that acquires again is known by its name, and keeps its lease. */
  owner: v.optional(v.picklist(['unknown', 'known'], 'must be "unknown" or "known"')),
  counter: v.optional(counterSchema),
  /** Whose clock says when a lease is over. */
  expiryBy: v.optional(expiryBy),
  /** Clients can wait in a queue, and are granted the key in turn. */
  queue: v.optional(flag),
  /** Who waits is granted the key whether it is still there or not (flaw). */
  unseen: v.optional(flag),
});

type Service = v.InferOutput<typeof schema>;

/** The service loses its record of a key. */
const forget = defineFault('forget', { key: v.optional(name, 'lock') }, ({ key }) => ({
  type: 'forget',
  key,
}));

/**
 * The service splits in two that know nothing of each other: those named in `aside`, clients' processes and
 * stores, hear the second half. When it is over, the record of one half stays.
 */
const split = defineFault(
  'split',
  {
    aside: v.pipe(v.array(name), v.minLength(1, 'must name at least one process or store')),
    keeps: v.optional(v.picklist(['first', 'second'], 'must be "first" or "second"'), 'first'),
  },
  ({ aside, keeps }) => ({ type: 'split', aside, keeps }),
  { type: 'join' },
);

/** The extras that a document asks for, by its fields or by what strikes the service; null where it asks for none. */
function extrasOf(service: Service, struckBy: readonly string[]): LeaseExtras | null {
  const { lockDelay, leases, stealing, owner, counter, queue, unseen } = service;
  const asked = [lockDelay, leases, stealing, owner, counter, service.expiryBy, queue, unseen];
  const strikes = struckBy.some((fault) => fault === forget.kind || fault === split.kind);
  if (!strikes && asked.every((one) => one === undefined)) return null;
  return {
    lockDelayUs: lockDelay === undefined ? PLAIN_EXTRAS.lockDelayUs : fromMs(lockDelay),
    endless: leases === 'endless',
    stealing: stealing ?? PLAIN_EXTRAS.stealing,
    owner: owner ?? PLAIN_EXTRAS.owner,
    counter: counter === undefined ? PLAIN_EXTRAS.counter : counterOf(counter),
    expiryBy: service.expiryBy ?? PLAIN_EXTRAS.expiryBy,
    queue: queue !== true ? 'none' : unseen === true ? 'unseen' : 'seen',
  };
}

function counterOf(counter: v.InferOutput<typeof counterSchema>): TokenCounter {
  return counter.kind === 'expires' ? { kind: 'expires', afterUs: fromMs(counter.after) } : counter;
}

/** Choices that say nothing beside one another. */
function problems(service: Service): readonly ServiceProblem[] {
  const found: ServiceProblem[] = [];
  const tell = (field: keyof Service, what: string): void => {
    found.push({ at: { field }, what });
  };
  const { lockDelay = 0, leases, expiryBy: by = 'server', queue, unseen, clock } = service;
  const neverRunsOut = leases === 'endless' ? 'leases that are endless' : 'ends that challengers judge';
  const runsOut = leases !== 'endless' && by !== 'challenger-clock';
  if (!runsOut && lockDelay > 0)
    tell('lockDelay', `begins when a lease runs out at the service, which it does not with ${neverRunsOut}`);
  if (leases === 'endless' && by !== 'server') tell('expiryBy', 'needs leases that have an end');
  if (by === 'challenger-clock' && queue === true)
    tell('queue', 'needs a service that knows when a lease is over');
  if (unseen === true && queue !== true) tell('unseen', 'needs "queue": true');
  if (clock === 'monotonic' && by !== 'server')
    tell('clock', 'must be "wall": an end that clients write is a date');
  return found;
}

/** The standard lock, which can wait in the queue and steal where the service has that. */
const standard = standardLock<Service>(({ server }, { queue = false, stealing = false }) =>
  leaseManagerProtocol({ server, queues: queue, stealing }),
);

/** Who is named to hear the second half of a split service must take part. */
function strangers(
  faults: readonly OwnFaultDocument[],
  others: readonly string[],
): readonly ServiceProblem[] {
  const named = faults.flatMap(({ name: fault, strikes }) =>
    fault === split.kind ? (strikes['aside'] as readonly string[]) : [],
  );
  return [...new Set(named)]
    .filter((id) => !others.includes(id))
    .map((id) => ({
      at: { fault: split.kind, field: 'aside' },
      what: `"${id}" is no process and no store; it must be one of ${others.join(', ')}`,
    }));
}

/**
 * The lease manager with all that it can do, in place of the plain one that is there from the start. Without
 * extras, and without a fault of its own, it is the plain one itself.
 */
export const extendedLeaseManagerKind = defineService<Service>({
  ...leaseManagerKind,
  kind: 'lease-manager',
  schema,
  locks: [...leaseManagerKind.locks, standard],
  faults: [forget, split],
  operator: leaseManagerRequests,
  problems: (service, faults, others) => [...problems(service), ...strangers(faults, others)],
  components: ({ id, keys, raises, struckBy }, service) => {
    const extras = extrasOf(service, struckBy);
    const options = { id, keys, raises, clock: service.clock };
    return [extras === null ? leaseManager(options) : extendedLeaseManager({ ...options, extras })];
  },
});
