import { epochLeaseKind } from './epoch-lease.ts';
import { etcdKind } from './etcd.ts';
import { redisKind } from './redis.ts';
import { provideService } from './registry.ts';

// Loaded for what it does: from here on every service that a document may name is known.
for (const kind of [epochLeaseKind, etcdKind, redisKind]) provideService(kind);
