import type { MachineEvent } from '../../../engine/component.ts';
import { placeOf } from '../../lock-server/etcd/queue.ts';
import { responseOf, transactionRequest } from '../../lock-server/etcd/transaction.ts';
import { asNumber, asText } from '../../requests.ts';

/** Who contends for which lock, under which lease of its session. */
export interface Contender {
  readonly key: string;
  readonly lease: number;
  readonly worker: string;
  /** Creation revision of its place in the queue; 0 before it has one. */
  readonly created: number;
}

/** What a contender does next. */
export type Move =
  | { readonly kind: 'ask'; readonly step: string; readonly body: MachineEvent; readonly created: number }
  /** Nobody answers until something has changed. */
  | { readonly kind: 'wait'; readonly step: string; readonly body: MachineEvent; readonly created: number }
  | { readonly kind: 'won'; readonly created: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** One way to contend for a lock in etcd: the first move, and the next after each answer that is no error. */
export interface Contest {
  first(contender: Contender): Move;
  next(contender: Contender, step: string, answer: MachineEvent): Move;
  /** The key that stands for its claim while it contends; null where a loser leaves nothing behind. */
  placeOf(contender: Contender): string | null;
  /** The key that is its own once it has won. */
  ownKey(contender: Contender): string;
}

/** In line by creation revision, each watching the place before its own: fair, and one is woken at a time. */
export const IN_LINE: Contest = {
  first(contender) {
    const { key, lease, worker } = contender;
    const place = placeOf(key, lease);
    const holder = { op: 'holder', under: key } as const;
    const body = transactionRequest({
      compare: [{ key: place, target: 'create', is: '=', to: 0 }],
      success: [{ op: 'put', key: place, value: worker, lease, under: key }, holder],
      failure: [{ op: 'get', key: place }, holder],
    });
    return { kind: 'ask', step: 'put', body, created: 0 };
  },
  next(contender, step, answer) {
    const { key, lease, created } = contender;
    const before = (mine: number): Move => ({
      kind: 'ask',
      step: 'before',
      body: { type: 'place-before', under: key, created: mine },
      created: mine,
    });
    switch (step) {
      case 'put': {
        const mine = responseOf(answer, 0).created;
        return responseOf(answer, 1).created === mine ? { kind: 'won', created: mine } : before(mine);
      }
      case 'before':
        if (answer['found'] === true)
          return { kind: 'wait', step: 'watch', body: watching(asText(answer['key'])), created };
        // Its turn; but its own place may be gone with its lease while it waited.
        return { kind: 'ask', step: 'look', body: { type: 'get', key: placeOf(key, lease) }, created };
      case 'watch':
        return before(created);
      default:
        return answer['created'] === created
          ? { kind: 'won', created }
          : { kind: 'failed', reason: 'lease-lost' };
    }
  },
  placeOf: ({ key, lease }) => placeOf(key, lease),
  ownKey: ({ key, lease }) => placeOf(key, lease),
};

/** In the same line, but the server waits: one call, answered when its turn has come. */
export const BY_LOCK_CALL: Contest = {
  ...IN_LINE,
  first: ({ key, lease }) => ({
    kind: 'wait',
    step: 'call',
    body: { type: 'lock', under: key, lease },
    created: 0,
  }),
  next: (_contender, _step, answer) => ({ kind: 'won', created: asNumber(answer['created']) }),
};

/** All contend for one key and watch it: whoever is first after it is gone, and all are woken for that. */
export const FOR_ONE_KEY: Contest = {
  first: ({ key, lease, worker }) => ({
    kind: 'ask',
    step: 'put',
    body: { type: 'put-if-absent', key, lease, value: worker },
    created: 0,
  }),
  next(contender, step, answer) {
    if (step === 'watch') return FOR_ONE_KEY.first(contender);
    if (answer['succeeded'] === true) return { kind: 'won', created: asNumber(answer['created']) };
    return { kind: 'wait', step: 'watch', body: watching(contender.key), created: 0 };
  },
  placeOf: () => null,
  ownKey: ({ key }) => key,
};

function watching(key: string): MachineEvent {
  return { type: 'watch', key };
}
