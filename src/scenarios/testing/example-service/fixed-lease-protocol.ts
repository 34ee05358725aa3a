import { asks, comesTo, failureOf, type Protocol } from '../../../machines/client/protocols/protocol.ts';
import { asNumber } from '../../../machines/requests.ts';

/** How it is spoken to. A claim is the token. */
export function fixedLeaseProtocol(server: string): Protocol {
  return {
    offer: {
      acquire: ['one-step'],
      renew: [],
      release: ['compared'],
      tokens: ['grant', 'none'],
      counts: false,
      tells: false,
      fetches: false,
      queues: false,
    },
    initial: null,
    begin({ op, key, ttlUs, claim }) {
      if (op === 'acquire') return asks(null, { to: server, body: { type: 'acquire', key, ttlUs } });
      // Who was never answered knows no token, and can give nothing back.
      if (claim === null) return comesTo({ kind: 'not-owner' });
      return asks(null, { to: server, body: { type: 'release', key, token: asNumber(claim) } });
    },
    go({ op }, _progress, answer) {
      const failure = failureOf(answer);
      if (failure !== null) return comesTo(failure);
      const token = asNumber(answer['token']);
      if (answer.type === 'granted') return comesTo({ kind: 'granted', token, claim: token });
      if (answer.type === 'released') return comesTo({ kind: 'released' });
      return comesTo(op === 'acquire' ? { kind: 'held' } : { kind: 'not-owner' });
    },
  };
}
