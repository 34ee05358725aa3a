import type { Entry } from '../../../engine/trace.ts';
import { readCacheWire } from './read-cache.ts';
import { epochLeaseWire } from './epoch-lease.ts';
import { etcdWire } from './etcd.ts';
import { leaseManagerWire } from './lease-manager.ts';
import { redisWire } from './redis.ts';
import { resourceStoreWire } from './resource-store.ts';
import type { Speaker, WireBody, WireFormat } from './wire-format.ts';

/** Every kind of service that can be put into words. A new one is one file beside these and one line here. */
const SERVICES: Readonly<Record<string, WireFormat>> = {
  'lease-manager': leaseManagerWire,
  'epoch-lease': epochLeaseWire,
  etcd: etcdWire,
  redis: redisWire,
  redlock: redisWire,
};

/** A message as a client of a real service or store would send it; one that nobody knows is shown field by field. */
export function wireLine(body: WireBody, made: Entry | null, speaker: Speaker | null): string {
  const line = speaker === null ? null : knownLine(body, made, speaker);
  if (line !== null) return line;
  const fields = Object.entries(body).filter(([name]) => !ENVELOPE.has(name));
  return [body.type, ...fields.map(([name, value]) => `${name}=${plain(value)}`)].join(' ');
}

/** The same; null for a message that nobody knows. */
export function knownLine(body: WireBody, made: Entry | null, speaker: Speaker): string | null {
  switch (speaker.part) {
    case 'service':
      return SERVICES[speaker.kind]?.(body, made, speaker) ?? null;
    case 'store':
      return resourceStoreWire(body, made, speaker);
    case 'cache':
      return readCacheWire(body, made, speaker);
  }
}

/** What every message carries: who asks, and in which of its conversations. */
const ENVELOPE: ReadonlySet<string> = new Set(['type', 'from', 'client', 'ref']);

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
