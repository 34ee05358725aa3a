import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText } from '../../requests.ts';
import type { BackgroundTurn } from './lock-module.ts';
import { changeLoop, type Loop, type Memory } from './redis-memory.ts';
import type { RedisPolicies } from './redis-policies.ts';

/** The renewals of the Redis lock module: a loop for each acquisition that has a watchdog. */
export interface Loops {
  /** A loop for an acquisition that was granted; `id` null where it has none. */
  armed(memory: Memory, loop: Omit<Loop, 'stopped' | 'contextEnded'>, isReentrant: boolean): Armed;
  /** What happens in the background; null where the event is none of it. */
  heard(memory: Memory, process: string, event: MachineEvent): BackgroundTurn<Memory> | null;
  /** The request by which a lease is extended. */
  renewal(key: string, proof: string, seconds: number): MachineEvent;
}

interface Armed {
  readonly memory: Memory;
  readonly id: string | null;
  readonly effects: readonly Effect[];
}

/** The loops of a module over the Redis `server`. */
export function loopsOf(server: string, policies: RedisPolicies): Loops {
  const renewal = (key: string, proof: string, seconds: number): MachineEvent => {
    const ttlUs = seconds * 1_000_000;
    return policies.renewal === 'compared'
      ? { type: 'pexpire-if', key, value: proof, ttlUs }
      : { type: 'pexpire', key, ttlUs };
  };

  const tick = (memory: Memory, process: string, id: string): BackgroundTurn<Memory> | null => {
    const loop = memory.loops[id];
    if (loop === undefined) return null;
    if (memory.stalled) {
      const missed = [...memory.missed.filter((other) => other !== id), id];
      return quiet({ ...memory, missed });
    }
    if (loop.stopped || loop.contextEnded) return ended(memory, id);
    const body = { ...renewal(loop.key, loop.proof, loop.seconds), client: process, ref: id };
    return { memory, effects: [{ type: 'send', to: server, body }], lost: [] };
  };

  const unstall = (memory: Memory, process: string): BackgroundTurn<Memory> => {
    let next: Memory = { ...memory, stalled: false, missed: [] };
    const effects: Effect[] = [];
    const inOrder = Object.keys(memory.loops).filter((id) => memory.missed.includes(id));
    for (const id of inOrder) {
      const turn = tick(next, process, id);
      if (turn === null) continue;
      next = turn.memory;
      effects.push(...turn.effects);
    }
    return { memory: next, effects, lost: [] };
  };

  /** A renewal was answered: where the key is gone and that is looked at, the loop ends, and with it the belief. */
  const answered = (memory: Memory, event: MachineEvent): BackgroundTurn<Memory> | null => {
    const id = asText(event['ref']);
    const loop = memory.loops[id];
    if (policies.loss === 'ignored' || loop === undefined || loop.stopped) return null;
    if (event.type !== 'count' || asNumber(event['value']) > 0) return null;
    const { key, worker } = loop;
    return { ...ended(memory, id), lost: [{ key, worker, reason: 'renewal-refused' }] };
  };

  return {
    renewal,
    armed(memory, loop, isReentrant) {
      const { watchdog } = policies;
      const loops = watchdog === 'always' || (watchdog === 'only-reentrant' && isReentrant);
      const id = `loop:${String(memory.started + 1)}`;
      const latest = { ...memory.latest, [loop.key]: loops ? id : null };
      if (!loops) return { memory: { ...memory, latest }, id: null, effects: [] };
      const started: Loop = { ...loop, stopped: false, contextEnded: false };
      const everyUs = 1_000_000 * Math.max(1, Math.floor(loop.seconds / 3));
      const event: MachineEvent = { type: 'module.timer', ref: id, name: 'tick' };
      return {
        memory: { ...memory, latest, started: memory.started + 1, loops: { ...memory.loops, [id]: started } },
        id,
        effects: [{ type: 'timer', id, afterUs: everyUs, everyUs, event }],
      };
    },
    heard(memory, process, event) {
      switch (event.type) {
        case 'module.timer':
          return tick(memory, process, asText(event['ref']));
        case 'context.end':
          if (policies.context === 'own') return null;
          return quiet(
            changeLoop(memory, memory.latest[asText(event['key'])] ?? null, { contextEnded: true }),
          );
        case 'stall':
          return quiet({ ...memory, stalled: true });
        case 'unstall':
          return unstall(memory, process);
        default:
          return answered(memory, event);
      }
    },
  };
}

function ended(memory: Memory, id: string): BackgroundTurn<Memory> {
  const { [id]: _ended, ...loops } = memory.loops;
  return { memory: { ...memory, loops }, effects: [{ type: 'cancel', id }], lost: [] };
}

function quiet(memory: Memory): BackgroundTurn<Memory> {
  return { memory, effects: [], lost: [] };
}
