import { ranked } from '../../../engine/ranks.ts';
import { TOKENS } from '../../ranked-fields.ts';
import { asNumber, asText } from '../../requests.ts';
import { ask, ends, goesOn, notOffered, type Caller, type LockModule, type Turn } from './lock-module.ts';

/** The epoch that the elector remembers of each key that it leads; it learns of a loss at its next tick. */
interface Memory {
  readonly leads: { readonly [key: string]: number };
}

/**
 * The elector on an epoch lease: driven by ticks, each an `acquire` call. It renews what it remembers; if
 * that is refused it forgets and campaigns in the same tick. There is no release.
 */
export function electorModule(server: string): LockModule<Memory> {
  const campaign = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { key, ttlUs } = caller.call;
    return goesOn(memory, 'campaign', [ask(caller, server, { type: 'acquire', key, ttlUs })]);
  };
  return {
    initial: { leads: {} },
    ranks: { leads: ranked(TOKENS), epoch: ranked(TOKENS) },
    begin(memory, caller) {
      const { op, key, ttlUs } = caller.call;
      if (op !== 'acquire') return notOffered(memory);
      const epoch = memory.leads[key];
      if (epoch === undefined) return campaign(memory, caller);
      return goesOn(memory, 'renew', [ask(caller, server, { type: 'renew', key, token: epoch, ttlUs })]);
    },
    go(memory, caller, progress, event) {
      const { key } = caller.call;
      // An answer that did not come says nothing of the lease: the next tick asks again.
      if (event.type === 'error') return ends(memory, { kind: 'failed', reason: asText(event['reason']) });
      if (event.type === 'granted' || event.type === 'renewed') {
        const epoch = asNumber(event['token']);
        return ends({ leads: { ...memory.leads, [key]: epoch } }, { kind: 'granted', token: epoch });
      }
      if (progress === 'renew') {
        const { [key]: _lost, ...leads } = memory.leads;
        return campaign({ leads }, caller);
      }
      return ends(memory, { kind: 'refused', reason: 'held', lost: true });
    },
    background: () => null,
  };
}
