import type { Entry } from '../../../engine/trace.ts';
import { leaseManagerWire } from './lease-manager.ts';
import { resourceStoreWire } from './resource-store.ts';
import type { WireBody, WireFormat } from './wire-format.ts';

/** Every service that can be put into words. A new one is one file beside these and one line here. */
const FORMATS: readonly WireFormat[] = [leaseManagerWire, resourceStoreWire];

/** A message as its service would write it; one that no service knows is shown field by field. */
export function wireLine(body: WireBody, made: Entry | null): string {
  for (const format of FORMATS) {
    const line = format(body, made);
    if (line !== null) return line;
  }
  const fields = Object.entries(body).filter(([name]) => name !== 'type' && name !== 'from');
  return [body.type, ...fields.map(([name, value]) => `${name}=${plain(value)}`)].join(' ');
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
