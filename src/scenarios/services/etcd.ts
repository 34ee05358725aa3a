import * as v from 'valibot';
import { etcdLockModule } from '../../machines/client/modules/etcd-lock.ts';
import { etcdLockerModule } from '../../machines/client/modules/etcd-locker.ts';
import { etcd } from '../../machines/lock-server/etcd/etcd.ts';
import { name, shortText } from '../schema-parts.ts';
import type { ServiceKind } from './service-kind.ts';

/** etcd in a document, in its plain profile. */
export const etcdSchema = v.strictObject({ id: v.optional(name, 'etcd'), kind: v.literal('etcd') });

/** The etcd-semantics lock: a held flag that outlives its lease, no token. */
export const etcdLockSchema = v.strictObject({
  kind: v.literal('etcd-lock'),
  /** The value of the key while it is held; the process's id where it is left out. */
  proof: v.optional(shortText),
});

/** The etcd lease locker. */
export const etcdLockerSchema = v.strictObject({
  kind: v.literal('etcd-locker'),
  /** Where the token comes from. */
  token: v.optional(
    v.picklist(['stored-value', 'creation-revision'], 'must be "stored-value" or "creation-revision"'),
    'creation-revision',
  ),
});

/** etcd and the two modules by which a process locks at it. */
export const etcdKind: ServiceKind<
  v.InferOutput<typeof etcdSchema>,
  v.InferOutput<typeof etcdLockSchema> | v.InferOutput<typeof etcdLockerSchema>
> = {
  component: ({ id, keys }) => etcd({ id, keys }),
  module: ({ server, process }, lock) =>
    lock?.kind === 'etcd-lock'
      ? etcdLockModule({ server, proof: lock.proof ?? process })
      : etcdLockerModule({ server, token: lock?.token ?? 'creation-revision' }),
};
