import type * as v from 'valibot';
import { etcdLockModule } from '../../machines/client/modules/etcd-lock.ts';
import { etcdLockerModule } from '../../machines/client/modules/etcd-locker.ts';
import { etcd } from '../../machines/lock-server/etcd/etcd.ts';
import type { etcdLockSchema, etcdLockerSchema, etcdSchema } from './documents.ts';
import type { ServiceKind } from './service-kind.ts';

/** etcd and the two modules by which a process locks at it. */
export const etcdKind: ServiceKind<
  v.InferOutput<typeof etcdSchema>,
  v.InferOutput<typeof etcdLockSchema> | v.InferOutput<typeof etcdLockerSchema>
> = {
  component: (context) => etcd(context),
  module: ({ server, process }, lock) =>
    lock?.kind === 'etcd-lock'
      ? etcdLockModule({ server, proof: lock.proof ?? process })
      : etcdLockerModule({ server, token: lock?.token ?? 'creation-revision' }),
};
