import type { Effect } from '../engine/component.ts';

/** A store whose fence each grant raises. */
export interface FenceRaise {
  readonly store: string;
  /** In the same step as the grant, or by a message of its own, which takes its time and may be lost. */
  readonly by: 'same-step' | 'message';
}

/** What a service that has just granted `key` with `token` asks for, so that fences rise. */
export function raiseFences(raises: readonly FenceRaise[], key: string, token: number): readonly Effect[] {
  const event = { type: 'fence.raise', key, token };
  return raises.map(({ store, by }) =>
    by === 'same-step' ? { type: 'call', to: store, event } : { type: 'send', to: store, body: event },
  );
}
