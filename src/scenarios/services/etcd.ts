import * as v from 'valibot';
import { etcdLockModule } from '../../machines/client/modules/etcd-lock.ts';
import { etcdLockerModule } from '../../machines/client/modules/etcd-locker.ts';
import { etcd } from '../../machines/lock-server/etcd/etcd.ts';
import { name, shortText } from '../schema-parts.ts';
import { defineLock, defineService } from './service-kind.ts';

/** In its plain profile. */
const schema = v.strictObject({ id: v.optional(name, 'etcd'), kind: v.literal('etcd') });

type Service = v.InferOutput<typeof schema>;

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
  offer: { operations: ['acquire', 'release'], blocks: true, renews: false, reentrant: false },
  module: ({ server }, { token }) => etcdLockerModule({ server, token }),
});

const lockSchema = v.strictObject({
  kind: v.literal('etcd-lock'),
  /** The value of the key while it is held; the process's id where it is left out. */
  proof: v.optional(shortText),
});

/** The etcd-semantics lock: a held flag that outlives its lease, no token. */
const lock = defineLock<Service, v.InferOutput<typeof lockSchema>>({
  kind: 'etcd-lock',
  schema: lockSchema,
  offer: { operations: ['acquire', 'release'], blocks: true, renews: false, reentrant: false },
  module: ({ server, process }, { proof }) => etcdLockModule({ server, proof: proof ?? process }),
});

/** etcd and the two modules by which a process locks at it. */
export const etcdKind = defineService<Service>({
  kind: 'etcd',
  schema,
  locks: [locker, lock],
  grantsTokens: true,
  refuses: true,
  faults: [],
  nodes: ({ id }) => [id],
  components: (context) => [etcd(context)],
});
