import * as v from 'valibot';
import { fromMs } from '../../engine/time.ts';
import {
  BY_LOCK_CALL,
  FOR_ONE_KEY,
  IN_LINE,
  type Contest,
} from '../../machines/client/modules/etcd-contests.ts';
import { etcdLockModule } from '../../machines/client/modules/etcd-lock.ts';
import { etcdLockerModule } from '../../machines/client/modules/etcd-locker.ts';
import { etcdMutexModule } from '../../machines/client/modules/etcd-mutex.ts';
import { etcd } from '../../machines/lock-server/etcd/etcd.ts';
import type { RealProfile } from '../../machines/lock-server/etcd/memory.ts';
import { etcdProtocol } from '../../machines/client/protocols/etcd.ts';
import { name, positive, shortText } from '../schema-parts.ts';
import { defineFault, type OwnFaultDocument } from './fault-kind.ts';
import { standardLock } from './standard/standard.ts';
import { etcdRequests } from './operators/etcd.ts';
import { defineLock, defineService, type ServiceProblem } from './service-kind.ts';

/** How soon a real server holds an election, where a document does not say: etcd's own default. */
const ELECTION_TIMEOUT_MS = 1000;

const schema = v.strictObject({
  id: v.optional(name, 'etcd'),
  kind: v.literal('etcd'),
  /** `plain`: a lease is over at its very end, and any TTL is good. `real`: what was measured of a server. */
  profile: v.optional(v.picklist(['plain', 'real'], 'must be "plain" or "real"'), 'plain'),
  /** The smallest TTL is 1.5 of these, rounded up to a second; 1000 ms where it is left out. */
  electionTimeout: v.optional(positive),
  /** How long after its lease's end a key vanishes; where it is left out, 12 to 516 ms, drawn for each lease. */
  deletionGap: v.optional(positive),
  /** What is left of a lease outlives a change of leader; where it is false it gets its whole TTL again. */
  checkpoints: v.optional(v.boolean('must be true or false')),
  /** What becomes of a request without a quorum: an error (`fail`, the usual), or no answer (`hang`). */
  withoutQuorum: v.optional(v.picklist(['fail', 'hang'], 'must be "fail" or "hang"')),
  /** Its lock call answers a waiter whose turn comes without a look whether its lease is still there (flaw). */
  unseen: v.optional(v.boolean('must be true or false'), false),
});

type Service = v.InferOutput<typeof schema>;

/** Fields that say something of the real profile only. */
const REAL_FIELDS = ['electionTimeout', 'deletionGap', 'checkpoints', 'withoutQuorum'] as const;

/** Too few members see each other to agree on anything. */
const quorumLost = defineFault('quorum-lost', {}, () => ({ type: 'quorum.lost' }), { type: 'quorum.back' });
/** Enough see each other again. */
const quorumBack = defineFault('quorum-back', {}, () => ({ type: 'quorum.back' }));
/** Another member leads from now on. */
const leaderChange = defineFault('leader-change', {}, () => ({ type: 'leader.change' }));

const FAULTS = [quorumLost, quorumBack, leaderChange];

function realProfile(service: Service, seed: number): RealProfile | null {
  if (service.profile === 'plain') return null;
  const { electionTimeout = ELECTION_TIMEOUT_MS, deletionGap, checkpoints = false } = service;
  return {
    electionTimeoutUs: fromMs(electionTimeout),
    deletionGapUs: deletionGap === undefined ? null : fromMs(deletionGap),
    seed,
    checkpoints,
    withoutQuorum: service.withoutQuorum ?? 'fail',
  };
}

/** The plain profile has no elections and no gap: what asks for one is told of. */
function problems(service: Service, faults: readonly OwnFaultDocument[]): readonly ServiceProblem[] {
  if (service.profile === 'real') return [];
  const what = 'needs the profile "real"';
  const known = new Set(FAULTS.map(({ kind }) => kind));
  const struck = new Set(faults.map((fault) => fault.name).filter((fault) => known.has(fault)));
  return [
    ...REAL_FIELDS.filter((field) => service[field] !== undefined).map((field) => ({ at: { field }, what })),
    ...[...struck].map((fault) => ({ at: { fault }, what: `"${fault}" ${what}` })),
  ];
}

const lockerSchema = v.strictObject({
  kind: v.literal('etcd-locker'),
  /** Where the token comes from. */
  token: v.optional(
    v.picklist(['stored-value', 'creation-revision'], 'must be "stored-value" or "creation-revision"'),
    'creation-revision',
  ),
});

/** The etcd lease locker. */
const locker = defineLock<Service, v.InferOutput<typeof lockerSchema>>({
  kind: 'etcd-locker',
  schema: lockerSchema,
  offer: () => ({
    operations: ['acquire', 'release'],
    blocks: true,
    queues: false,
    renews: false,
    reentrant: false,
  }),
  module: ({ server }, { token }) => etcdLockerModule({ server, token }),
});

const lockSchema = v.strictObject({
  kind: v.literal('etcd-lock'),
  /** The value of the key while it is held; the process's id where it is left out. */
  proof: v.optional(shortText),
  /** What becomes of the lease of an attempt that failed: given up, or left to run out (flaw). */
  failedAttempt: v.optional(v.picklist(['revokes', 'leaves'], 'must be "revokes" or "leaves"'), 'revokes'),
});

/** The etcd-semantics lock: a held flag that outlives its lease, no token. */
const lock = defineLock<Service, v.InferOutput<typeof lockSchema>>({
  kind: 'etcd-lock',
  schema: lockSchema,
  offer: () => ({
    operations: ['acquire', 'release'],
    contexts: ['acquire', 'end-context'],
    blocks: true,
    queues: false,
    renews: false,
    reentrant: false,
  }),
  module: ({ server, process }, { proof, failedAttempt }) =>
    etcdLockModule({ server, proof: proof ?? process, leavesLease: failedAttempt === 'leaves' }),
});

/** Locks under one session: the lock of etcd's own client library, one by the server's lock call, and elections. */
const contesting = (
  kind: 'etcd-mutex' | 'etcd-lock-call' | 'etcd-election',
  contest: Contest,
  tries: boolean,
) =>
  defineLock<Service, { readonly kind: typeof kind }>({
    kind,
    schema: v.strictObject({ kind: v.literal(kind) }),
    offer: () => ({
      operations: ['acquire', 'release'],
      blocks: false,
      queues: true,
      ...(tries ? {} : { tries: false }),
      renews: false,
      reentrant: false,
    }),
    module: ({ server }) => etcdMutexModule({ server, contest }),
  });

/** Fair: it queues by creation revision, each waiter watching the one before it. */
const mutex = contesting('etcd-mutex', IN_LINE, true);
/** The same queue, in which the server waits. */
const lockCall = contesting('etcd-lock-call', BY_LOCK_CALL, false);
/** Every candidate contends for one key and watches it. */
const election = contesting('etcd-election', FOR_ONE_KEY, true);

/** etcd and the modules by which a process locks at it. */
export const etcdKind = defineService<Service>({
  kind: 'etcd',
  schema,
  locks: [
    locker,
    lock,
    mutex,
    lockCall,
    election,
    standardLock(({ server, token }) =>
      etcdProtocol({ server, token: token === 'stored-value' ? token : 'creation-revision' }),
    ),
  ],
  operator: etcdRequests,
  grantsTokens: true,
  faults: FAULTS,
  problems,
  nodes: ({ id }) => [id],
  components: ({ seed, ...context }, service) => [
    etcd({ ...context, real: realProfile(service, seed), unseen: service.unseen }),
  ],
});
