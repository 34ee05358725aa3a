import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asText } from '../../requests.ts';
import { goesOn, refOf, type BackgroundTurn, type LockModule, type Turn } from './lock-module.ts';

/** What a connection that follows its server remembers, beside what its module does. */
interface Memory {
  readonly module: object;
  /** The node that it asks. */
  readonly node: string;
  /** Requests that are not answered yet, by the name of their conversation. */
  readonly asked: { readonly [ref: string]: MachineEvent };
}

/**
 * A lock module whose requests go to whichever node serves in the place of `server`. It is told by a message
 * when another node was promoted; what was under way to the old one fails then (`unavailable`), and whether it took
 * effect is unknown. Until it has heard, it asks the old node, which may be gone, may say who serves
 * now, or may still serve. A process that restarts asks first.
 */
export function following(server: string, module: LockModule): LockModule<Memory> {
  const redirected = (memory: Memory, effects: readonly Effect[]): { memory: Memory; effects: Effect[] } => {
    const asked: Record<string, MachineEvent> = { ...memory.asked };
    const directed = effects.map((effect): Effect => {
      if (effect.type !== 'send' || effect.to !== server) return effect;
      const ref = effect.body['ref'];
      if (typeof ref === 'string') asked[ref] = effect.body;
      return { ...effect, to: memory.node };
    });
    return { memory: { ...memory, asked }, effects: directed };
  };

  /** Whoever answers does so in the server's place: a module knows that one only. */
  const inItsPlace = (event: MachineEvent): MachineEvent =>
    event['from'] === undefined ? event : { ...event, from: server };

  const turned = (memory: Memory, ref: string, turn: Turn): Turn<Memory> => {
    const next = redirected({ ...memory, module: turn.memory }, turn.effects);
    return {
      ...turn,
      effects: next.effects,
      memory: turn.outcome === null ? next.memory : ended(next.memory, ref),
    };
  };

  const began = (memory: Memory, turn: BackgroundTurn): BackgroundTurn<Memory> => {
    const next = redirected({ ...memory, module: turn.memory }, turn.effects);
    return { ...turn, ...next };
  };

  /** A node says that another one serves: the request is sent there. */
  const sentOn = (
    memory: Memory,
    event: MachineEvent,
  ): { memory: Memory; effects: readonly Effect[] } | null => {
    const ref = asText(event['ref']);
    const request = memory.asked[ref];
    if (event.type !== 'error' || event['reason'] !== 'moved' || request === undefined) return null;
    const node = asText(event['node']);
    return { memory: { ...memory, node }, effects: [{ type: 'send', to: node, body: request }] };
  };

  const switched = (memory: Memory, node: string): BackgroundTurn<Memory> => {
    if (memory.node === node) return { memory, effects: [], lost: [] };
    const effects = Object.keys(memory.asked).map((ref): Effect => {
      const event: MachineEvent = { type: 'error', reason: 'unavailable', ref, from: server };
      return { type: 'timer', id: `lost:${ref}`, afterUs: 0, event };
    });
    return { memory: { ...memory, node, asked: {} }, effects, lost: [] };
  };

  return {
    initial: { module: module.initial, node: server, asked: {} },
    begin: (memory, caller) => turned(memory, refOf(caller), module.begin(memory.module, caller)),
    go: (memory, caller, progress, event) => {
      const on = sentOn(memory, event);
      if (on !== null) return goesOn(on.memory, progress, on.effects);
      const known = event['from'] === undefined ? memory : answered(memory, asText(event['ref']));
      const told = inItsPlace(event);
      return turned(known, refOf(caller), module.go(known.module, caller, progress, told));
    },
    background: (memory, process, event) => {
      if (event.type === 'primary') return switched(memory, asText(event['node']));
      const on = sentOn(memory, event);
      if (on !== null) return { ...on, lost: [] };
      const ref = event['ref'];
      const known = event['from'] === undefined || typeof ref !== 'string' ? memory : answered(memory, ref);
      const turn = module.background(known.module, process, inItsPlace(event));
      if (event.type !== 'restart') return turn === null ? null : began(known, turn);
      const asks: Effect = { type: 'call', to: server, event: { type: 'who', process } };
      const after = turn === null ? { memory, effects: [], lost: [] } : began(memory, turn);
      return { ...after, effects: [...after.effects, asks] };
    },
    forget: (memory, key, worker) => {
      const given = module.forget?.(memory.module, key, worker);
      return given === undefined
        ? { memory, effects: [] }
        : redirected({ ...memory, module: given.memory }, given.effects);
    },
  };
}

/** A call is over: nobody waits for what it asked. */
function ended(memory: Memory, call: string): Memory {
  const others = Object.entries(memory.asked).filter(([ref]) => ref !== call && !ref.startsWith(`${call}.`));
  return { ...memory, asked: Object.fromEntries(others) };
}

function answered(memory: Memory, ref: string): Memory {
  if (memory.asked[ref] === undefined) return memory;
  const { [ref]: _answered, ...asked } = memory.asked;
  return { ...memory, asked };
}
