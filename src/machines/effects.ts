import type { Effect } from '../engine/component.ts';

/**
 * The only action of our machines. XState resolves its parameter, a list of effects, and drive.ts hands
 * that list to the engine; nothing is ever executed here.
 */
export const effectActions = {
  emit: (_args: unknown, _effects: readonly Effect[]): void => undefined,
};
