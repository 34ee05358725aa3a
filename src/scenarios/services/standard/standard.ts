import { composedModule } from '../../../machines/client/modules/composed.ts';
import type { LockModule } from '../../../machines/client/modules/lock-module.ts';
import type { Policies } from '../../../machines/client/policies/policies.ts';
import type { Protocol, ProtocolOffer } from '../../../machines/client/protocols/protocol.ts';
import {
  defineLock,
  type LockDocument,
  type LockKind,
  type LockProblem,
  type LockUses,
  type Offer,
  type ServiceDocument,
} from '../service-kind.ts';
import { policiesOf, releaseOf, tokenOf } from './standard-policies.ts';
import { standardSchema, type StandardDocument } from './standard-schema.ts';

/** What a protocol is told when it is made. */
export interface ProtocolContext {
  /** Id of the node that clients ask, the first where there are several. */
  readonly server: string;
  /** The process that locks. */
  readonly process: string;
  readonly token: Policies['token'];
}

/**
 * The standard lock at a service: its named choices are the same everywhere, and all that a service adds is
 * how it is spoken to, and over which connection. What its protocol does not offer is a problem of the document.
 */
export function standardLock<Service extends ServiceDocument>(
  protocol: (context: ProtocolContext, service: Service) => Protocol,
  connect: (module: LockModule, service: Service) => LockModule = (module) => module,
): LockKind<Service, LockDocument> {
  const offerOf = (service: Service): ProtocolOffer =>
    protocol({ server: service.id, process: '', token: 'none' }, service).offer;
  return defineLock<Service, StandardDocument>({
    kind: 'standard',
    schema: standardSchema,
    offer: (lock, service) => offered(offerOf(service), lock),
    problems: (lock, service, uses) => misfits(offerOf(service), lock, service.kind, uses),
    module({ server, process, seed }, lock, service) {
      const offer = offerOf(service);
      const made = protocol({ server, process, token: tokenOf(lock, offer) }, service);
      return connect(composedModule({ protocol: made, policies: policiesOf(lock, offer), seed }), service);
    },
  });
}

/** What a client may ask of the standard lock over such a protocol. */
function offered(offer: ProtocolOffer, lock: StandardDocument): Offer {
  return {
    operations: [
      'acquire',
      ...(offer.renew.length > 0 ? ['renew' as const] : []),
      ...(offer.release.length > 0 ? ['release' as const] : []),
      ...(offer.counts || offer.fetches ? ['fence' as const] : []),
      ...(offer.tells ? ['check' as const] : []),
    ],
    blocks: true,
    queues: offer.queues,
    renews: false,
    reentrant: lock.reentrancy !== 'off',
    contexts: ['acquire', 'release', 'end-context'],
  };
}

/** The choices that ask for more than the protocol can do. */
function misfits(
  offer: ProtocolOffer,
  lock: StandardDocument,
  service: string,
  uses: LockUses,
): readonly LockProblem[] {
  const problems: LockProblem[] = [];
  const check = (field: string, chosen: string, ...known: readonly string[]): void => {
    if (known.includes(chosen)) return;
    problems.push({
      field,
      what: `"${chosen}" cannot be had at "${service}"; it must be one of ${known.join(', ')}`,
    });
  };
  const { attempt, renewal, release, context } = lock;
  const bound = [
    ...(renewal.kind === 'watchdog' && renewal.context === 'request' ? ['renewal.context'] : []),
    ...(release.context === 'request' ? ['release.context'] : []),
  ];
  if (context === undefined && !uses.endsContext) {
    for (const field of bound)
      problems.push({ field, what: '"request" needs "context" or an end-context, which say when it ends' });
  }
  check('attempt.how', attempt.how, ...offer.acquire);
  check('token', tokenOf(lock, offer), ...offer.tokens, 'random');
  check('release.how', releaseOf(lock, offer), ...offer.release, 'never');
  if (renewal.kind === 'none') return problems;
  if (offer.renew.length === 0) check('renewal.kind', renewal.kind, 'none');
  else check('renewal.how', renewal.how, ...offer.renew);
  return problems;
}
