import type { Component, Effect, EntryDraft, MachineEvent } from '../../../engine/component.ts';
import type { Entry } from '../../../engine/trace.ts';
import { server, type Served, type ServerDefinition } from '../../serving-machine.ts';
import { asText } from '../../requests.ts';

/** What is fixed for one tally. */
export interface TallyOptions {
  readonly id: string;
  readonly nodes: readonly string[];
}

/** Of one key: which proof each node has, and the leases that clients were promised, by proof. */
interface KeyTally {
  readonly copies: { readonly [node: string]: string };
  readonly leases: { readonly [proof: string]: Lease };
}

interface Lease {
  readonly client: string;
  /** What was promised is over. */
  readonly over: boolean;
}

interface Memory {
  readonly keys: { readonly [key: string]: KeyTally };
}

/**
 * What a majority of independent nodes has, key by key. No node of a Redlock knows whether a client holds the
 * key, so that nobody could tell when a lease ends; this does, for the trace alone. It takes no part: nobody
 * asks it over a link, nothing strikes it, and what nodes and clients do does not depend on it. Only a store
 * that looks at the lock service's record in the same step sees what it knows.
 *
 * A lease ends when fewer than a majority have its proof: it ran out if that is after the end that was
 * promised; before it, the nodes have lost it.
 */
export function tally(options: TallyOptions): Component {
  return server(tallyDefinition(options));
}

/** The definition behind `tally`. */
export function tallyDefinition({ id, nodes }: TallyOptions): ServerDefinition<Memory> {
  const majority = Math.floor(nodes.length / 2) + 1;
  const isHeld = ({ copies }: KeyTally, proof: string): boolean =>
    Object.values(copies).filter((other) => other === proof).length >= majority;

  const serve = (memory: Memory, event: MachineEvent): Served<Memory> | null => {
    const key = asText(event['key']);
    const proof = asText(event['proof']);
    const before = memory.keys[key] ?? NOTHING;
    const after = (state: KeyTally, effects: readonly Effect[] = []): Served<Memory> => ({
      memory: { keys: { ...memory.keys, [key]: state } },
      effects,
    });
    const lease = before.leases[proof];
    switch (event.type) {
      case 'copy.set':
        return after({ ...before, copies: { ...before.copies, [asText(event['node'])]: proof } });
      case 'copy.gone': {
        const { [asText(event['node'])]: _gone, ...copies } = before.copies;
        const state = { ...before, copies };
        if (lease === undefined || isHeld(state, proof) || !isHeld(before, proof)) return after(state);
        return after(without(state, proof), [ended(key, lease, event)]);
      }
      case 'lease.granted': {
        const granted: Lease = { client: asText(event['client']), over: false };
        if (isHeld(before, proof)) {
          return after({ ...before, leases: { ...before.leases, [proof]: granted } });
        }
        // By the time that its client had counted the answers, nodes had lost it again.
        return after(before, [tells(id, { ev: 'forget', client: granted.client, key })]);
      }
      case 'lease.renewed':
        if (lease === undefined) return after(before);
        return after({ ...before, leases: { ...before.leases, [proof]: { ...lease, over: false } } });
      case 'promise.over':
        if (lease === undefined) return after(before);
        return after({ ...before, leases: { ...before.leases, [proof]: { ...lease, over: true } } });
      case 'inspect': {
        const live = Object.values(before.copies).some((held) => isHeld(before, held));
        const view = { type: 'lease.view', live, token: null };
        return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
      }
      default:
        return null;
    }
  };

  return { id, role: 'part', initial: { keys: {} }, serve, regions: {} };
}

const NOTHING: KeyTally = { copies: {}, leases: {} };

function without(state: KeyTally, proof: string): KeyTally {
  const { [proof]: _ended, ...leases } = state.leases;
  return { ...state, leases };
}

/** The entry of a lease's end, in the lane of the node by which the majority was lost. */
function ended(key: string, { client, over }: Lease, event: MachineEvent): Effect {
  const how = asText(event['how']);
  const by = asText(event['by']);
  const common = { client, key };
  const node = asText(event['node']);
  if (how === 'release') return tells(node, { ev: 'release', ...common });
  if (how === 'revoke') return tells(node, { ev: 'revoke', ...common, by });
  return tells(node, { ev: over ? 'expire' : 'forget', ...common });
}

function tells(actor: Entry['actor'], entry: EntryDraft): Effect {
  return { type: 'trace', entry: { ...entry, actor } };
}
