import { loses, lossPlaces } from './beliefs.ts';
import { callTurn } from './calls.ts';
import { instructionOf, stateOf } from './meeting.ts';
import { from, goesOn, READY, type Part } from './reaction.ts';

const NOT_HELD = 'not held';

/**
 * A script asks whether it still holds a key: told that it does not it has lost it; told nothing it passes over
 * what it asked for, and believes on.
 */
export const checks: Part = {
  ops: ['check'],
  edges: (worker) =>
    worker.script.some(({ op }) => op === 'check')
      ? from(
          [...READY, 'checking'],
          ...[...lossPlaces(worker, 'idle', 'holding'), 'idle', 'holding'].map(
            (to) => [NOT_HELD, to] as const,
          ),
        )
      : [],
  react(meeting, place) {
    const instruction = instructionOf(meeting);
    if (instruction?.op !== 'check') return null;
    const turn = callTurn(meeting, place);
    if (turn === null || turn.outcome === null) return null;
    const { outcome, state, memory, effects } = turn;
    const { key, skip } = instruction;
    if (outcome.kind === 'done' && outcome.value !== 0) return null;
    const isLost = outcome.kind === 'done' && stateOf(meeting).believes[key] !== undefined;
    if (!isLost) return { ...goesOn(meeting, NOT_HELD, state, effects, skip), memory };
    const lost = loses(meeting, place, NOT_HELD, [{ key, reason: 'check-refused' }], (poorer, told) =>
      goesOn(meeting, NOT_HELD, { ...state, believes: poorer.believes }, told, skip),
    );
    return { ...lost, memory, effects: [...effects, ...lost.effects] };
  },
};
