import type { Component, MachineEvent } from '../../engine/component.ts';
import { asNumber, asText } from '../requests.ts';
import { server, type Served, type ServerDefinition } from '../serving-machine.ts';
import { storeRanks } from './store-ranks.ts';
import { LIVES, type Check, type StoreMemory, type Write } from './store-memory.ts';
import type { ResourceStoreOptions } from './store-options.ts';
import { apply, arrive, dropped, raiseFence, read, record, settle, type Serving } from './store-steps.ts';

/**
 * A store of records that accepts or rejects each write by a rule; see the rules beside it. Its data and its
 * fences are there while its process is paused or down: a grant raises a fence all the same.
 */
export function resourceStore(options: ResourceStoreOptions): Component {
  return server(resourceStoreDefinition(options));
}

/** The definition behind `resourceStore`. */
export function resourceStoreDefinition(options: ResourceStoreOptions): ServerDefinition<StoreMemory> {
  const initial: StoreMemory = {
    records: Object.fromEntries(
      Object.entries(options.initial).map(([name, value]) => [name, { value, version: 0 }]),
    ),
    fences: Object.fromEntries(
      Object.entries(options.fences ?? {}).map(([key, highest]) => [key, { highest }]),
    ),
    asked: null,
    checked: {},
    ...((options.steps?.kind ?? 'one') === 'one' ? {} : { life: 0 }),
  };
  return {
    id: options.id,
    role: 'store',
    initial,
    ranks: storeRanks(options),
    serve: (memory, event) => serve({ options, memory }, initial, event),
    // Asking is left again within the same step: the lock service answers at once.
    regions: {
      store: { states: ['ready', 'asking'], of: ({ asked }) => (asked === null ? 'ready' : 'asking') },
    },
  };
}

function serve(serving: Serving, initial: StoreMemory, event: MachineEvent): Served<StoreMemory> | null {
  const { options, memory } = serving;
  switch (event.type) {
    case 'write':
      return arrive(serving, event as unknown as Write);
    case 'check':
      return arrive(serving, event as unknown as Check);
    case 'lease.view': {
      if (memory.asked === null) return null;
      const token = event['token'];
      const view = { live: event['live'] === true, token: typeof token === 'number' ? token : null };
      return settle(serving, memory.asked, view);
    }
    case 'write.apply':
    case 'write.fence': {
      if (event['life'] !== memory.life) return dropped(serving);
      const take = event.type === 'write.apply' ? apply : record;
      return take(serving, event as unknown as Write);
    }
    case 'apply': {
      const write = memory.checked[asText(event['id'])];
      return write === undefined ? null : apply(serving, write);
    }
    case 'read':
      return read(serving, event);
    case 'fence.raise':
      return raisesByGrant(options)
        ? raiseFence(serving, asText(event['key']), asNumber(event['token']))
        : null;
    case 'crash':
      return memory.life === undefined
        ? null
        : { memory: { ...memory, life: (memory.life + 1) % LIVES }, effects: [] };
    case 'restart': {
      if (event['data'] !== 'lost') return null;
      const life = memory.life === undefined ? {} : { life: memory.life };
      return { memory: { ...initial, ...life }, effects: [] };
    }
    default:
      return null;
  }
}

function raisesByGrant({ rule, operations = {} }: ResourceStoreOptions): boolean {
  return [rule, ...Object.values(operations)].some(({ raisedByGrant }) => raisedByGrant);
}
