import type { Json } from '../../engine/trace.ts';
import { PLAIN_POLICIES } from '../../machines/client/script.ts';
import type { WorkerOptions } from '../../machines/client/worker/state.ts';
import { asText } from '../../machines/requests.ts';
import type { Answer, DirectWorld } from './direct-world.ts';
import type { OperationOutcome } from './session.ts';

/** A recorded argument that must be text; empty where it is not. */
export function textOf(value: unknown): string {
  return asText(value as Json | undefined);
}

/** The recorded identifier of what a module call failed with or was refused for; null for a success. */
export function failure(
  answer: Answer,
  errors: { readonly [reason: string]: string },
): OperationOutcome | null {
  const reason = asText(answer['reason']);
  const isError =
    answer['kind'] === 'failed' || (answer['kind'] === 'refused' && errors[reason] !== undefined);
  return isError ? { error: errors[reason] ?? reason } : null;
}

/** What a component remembers, looked at from outside. */
export function memoryOf(world: DirectWorld, id: string): object {
  return (world.cell(id).state.context as unknown as { readonly memory: object }).memory;
}

/** A worker that has no script and does what it is commanded. */
export function commanded(id: string): WorkerOptions {
  return { id, startUs: 0, script: [], policies: PLAIN_POLICIES };
}
