import type { Effect, MachineEvent } from '../engine/component.ts';
import type { Json } from '../engine/trace.ts';

/**
 * Fields that travel with every request: `from` is set by the engine when it arrives, `client` says which
 * worker asks, `ref` which of its conversations; a reply carries `ref` back.
 */
export function replyTo(request: MachineEvent, body: MachineEvent): Effect {
  const ref = request['ref'];
  return { type: 'send', to: asText(request['from']), body: ref === undefined ? body : { ...body, ref } };
}

/** A field that must be text; empty where it is not. */
export function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A field that must be a number; 0 where it is not. */
export function asNumber(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}
