import { readCache } from '../../machines/resource-store/read-cache.ts';
import { provideReadCaches } from '../build/caches.ts';
import '../client-extras/all-extras.ts';
import { epochLeaseKind } from './epoch-lease.ts';
import { etcdKind } from './etcd.ts';
import { inProcessKind } from './in-process.ts';
import { extendedLeaseManagerKind } from './lease-manager-extended.ts';
import { redisKind } from './redis.ts';
import { redlockKind } from './redlock.ts';
import { provideService } from './registry.ts';

// Loaded for what it does: from here on everything that a document may name is known.
for (const kind of [epochLeaseKind, etcdKind, redisKind, redlockKind, inProcessKind]) provideService(kind);

provideReadCaches(readCache);

// The lease manager is there from the start, without what the first document does not use.
provideService(extendedLeaseManagerKind);
