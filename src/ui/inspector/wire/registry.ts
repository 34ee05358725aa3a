import type { Entry } from '../../../engine/trace.ts';
import type { Fields } from '../memory/row.ts';
import { epochLeaseWire } from './epoch-lease.ts';
import { etcdWire } from './etcd.ts';
import { leaseManagerWire } from './lease-manager.ts';
import { redisWire } from './redis.ts';
import { resourceStoreWire } from './resource-store.ts';
import type { WireBody, WireFormat } from './wire-format.ts';

/** Every service that can be put into words. A new one is one file beside these and one line here. */
const FORMATS: readonly WireFormat[] = [
  epochLeaseWire,
  redisWire,
  etcdWire,
  leaseManagerWire,
  resourceStoreWire,
];

/** A message as its service would write it; one that no service knows is shown field by field. */
export function wireLine(body: WireBody, made: Entry | null, memory: Fields | null = null): string {
  for (const format of FORMATS) {
    const line = format(body, made, memory);
    if (line !== null) return line;
  }
  const fields = Object.entries(body).filter(([name]) => !ENVELOPE.has(name));
  return [body.type, ...fields.map(([name, value]) => `${name}=${plain(value)}`)].join(' ');
}

/** What every message carries: who asks, and in which of its conversations. */
const ENVELOPE: ReadonlySet<string> = new Set(['type', 'from', 'client', 'ref']);

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
