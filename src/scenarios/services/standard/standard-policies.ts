import { fromMs } from '../../../engine/time.ts';
import type { BackOff } from '../../../machines/client/policies/back-off.ts';
import type { Policies } from '../../../machines/client/policies/policies.ts';
import type { ProtocolOffer } from '../../../machines/client/protocols/protocol.ts';
import type { StandardDocument } from './standard-schema.ts';

/** The policies of a document, with what depends on the service where it is left out. */
export function policiesOf(document: StandardDocument, offer: ProtocolOffer): Policies {
  const { attempt, request, validity, renewal, belief, release } = document;
  const { context, reentrancy, serviceDown, records } = document;
  return {
    attempt: {
      how: attempt.how,
      unknown: attempt.unknown,
      retryUs: fromMs(attempt.retry),
      backOff: backOffOf(attempt.backOff),
    },
    request:
      request === undefined
        ? null
        : {
            timeoutUs: fromMs(request.timeout),
            retries: request.retries,
            pauseUs: fromMs(request.pause),
            backOff: backOffOf(request.backOff),
          },
    validity,
    renewal: renewal.kind === 'none' ? renewal : watchdogOf(renewal),
    belief: belief.kind === 'until-told' ? belief : { kind: belief.kind, marginUs: fromMs(belief.margin) },
    token: tokenOf(document, offer),
    release: {
      how: releaseOf(document, offer),
      afterUnknown: release.afterUnknown,
      retryUs: fromMs(release.retry),
      forgets: release.forgets,
      context: release.context,
    },
    context: context === undefined ? null : { endsUs: fromMs(context.ends) },
    reentrancy,
    serviceDown,
    records,
  };
}

/** Where the token comes from; the service's usual source where that is left out. */
export function tokenOf({ token }: StandardDocument, offer: ProtocolOffer): Policies['token'] {
  return token ?? offer.tokens[0];
}

/** How the lock is given back; never at a service that knows no release. */
export function releaseOf({ release }: StandardDocument, offer: ProtocolOffer): Policies['release']['how'] {
  return release.how ?? (offer.release.length === 0 ? 'never' : 'compared');
}

function watchdogOf({
  interval,
  ...choices
}: Extract<StandardDocument['renewal'], { kind: 'watchdog' }>): Policies['renewal'] {
  return { ...choices, intervalUs: interval === undefined ? null : fromMs(interval) };
}

function backOffOf(document: StandardDocument['attempt']['backOff']): BackOff {
  if (document.kind === 'constant') return document;
  const { kind, factor, cap, jitter } = document;
  return { kind, factor, capUs: fromMs(cap), jitter };
}
