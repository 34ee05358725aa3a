import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { transactionRequest } from '../../lock-server/etcd/transaction.ts';
import { asNumber, asText } from '../../requests.ts';
import type { Contender, Contest, Move } from './etcd-contests.ts';
import { closing, opened, sessionNews, type Session } from './etcd-session.ts';
import {
  ask,
  callTimer,
  ends,
  goesOn,
  notOffered,
  refOf,
  type BackgroundTurn,
  type Caller,
  type LockModule,
  type Outcome,
  type Turn,
} from './lock-module.ts';

/** What is fixed for the locks of one process at one etcd. */
export interface EtcdMutexOptions {
  readonly server: string;
  readonly contest: Contest;
}

/** A lock that is held: the key that stands for it, and the revision of its creation, which is its token. */
interface Held {
  readonly own: string;
  readonly created: number;
  readonly worker: string;
}

/** What the workers of a process share: its session, what is held under it, and who of them waits for what. */
interface Memory {
  readonly session: Session | null;
  readonly held: { readonly [key: string]: Held };
  /** Requests that wait to be answered, by the call that made them: sent again when the session is back. */
  readonly waiting: { readonly [ref: string]: { readonly worker: string; readonly body: MachineEvent } };
}

/** Where a call stands. `outcome` is what it comes to once its place is given up. */
interface Progress {
  readonly step: string;
  readonly lease: number;
  readonly created: number;
  readonly outcome: Outcome | null;
}

/**
 * Locks of a process under one session, as etcd's own client library has them: a lease that is kept alive in
 * the background, a contest for the key, a token that is the revision of the winner's creation, and a release
 * that compares it. The session tells when it is lost, by the server's word or by the process's own clock,
 * and all that is held under it with it. Workers of one process have one session: the library takes them for
 * one owner.
 */
export function etcdMutexModule({ server, contest }: EtcdMutexOptions): LockModule<Memory> {
  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { op, ttlUs, mode, timeoutUs } = caller.call;
    if (op === 'release') return release(memory, caller);
    if (op !== 'acquire') return notOffered(memory);
    const timer =
      mode === 'once' || timeoutUs === null ? [] : [callTimer(caller, 'timeout', Math.max(1, timeoutUs))];
    const turn =
      memory.session === null
        ? goesOn(memory, at('lease', 0), [ask(caller, server, { type: 'lease.grant', ttlUs })])
        : move(
            memory,
            caller,
            memory.session.lease,
            contest.first(contender(caller, memory.session.lease, 0)),
          );
    return { ...turn, effects: [...timer, ...turn.effects] };
  };

  const contender = ({ call, worker }: Caller, lease: number, created: number): Contender => ({
    key: call.key,
    lease,
    worker,
    created,
  });

  /** Makes a move: asks, waits, or comes to an end. */
  const move = (memory: Memory, caller: Caller, lease: number, made: Move): Turn<Memory> => {
    switch (made.kind) {
      case 'ask':
      case 'wait': {
        const { step, created, body } = made;
        const isTried = caller.call.mode === 'once';
        // Tried once: what would have to be waited for is in the way.
        if (isTried && (made.kind === 'wait' || step === 'before'))
          return leave(memory, caller, { step, lease, created, outcome: null }, refused('held'));
        if (made.kind === 'ask') return goesOn(memory, at(step, lease, created), [ask(caller, server, body)]);
        const waiting = { ...memory.waiting, [refOf(caller)]: { worker: caller.worker, body } };
        return goesOn(
          { ...memory, waiting },
          at(step, lease, created),
          [ask(caller, server, body)],
          'waiting',
        );
      }
      case 'won': {
        const { created } = made;
        const own = contest.ownKey(contender(caller, lease, created));
        const held = { ...memory.held, [caller.call.key]: { own, created, worker: caller.worker } };
        return ends({ ...memory, held }, { kind: 'granted', token: created });
      }
      case 'failed':
        return ends(memory, { kind: 'failed', reason: made.reason });
    }
  };

  /** Gives up the place in the queue, if there may be one; the call ends when that is answered. */
  const leave = (memory: Memory, caller: Caller, progress: Progress, outcome: Outcome): Turn<Memory> => {
    const { lease, created, step } = progress;
    const place = contest.placeOf(contender(caller, lease, created));
    const unwatch = step === 'watch' ? [ask(caller, server, { type: 'unwatch' })] : [];
    if (lease === 0 || place === null) return ends(memory, outcome, unwatch);
    const body = { type: 'delete', key: place, meant: lease };
    const left = { step: 'leave', lease, created, outcome } as unknown as Json;
    return goesOn(memory, left, [...unwatch, ask(caller, server, body)]);
  };

  const go = (before: Memory, caller: Caller, progress: Json, event: MachineEvent): Turn<Memory> => {
    const place = progress as unknown as Progress;
    const { step, lease, created, outcome } = place;
    if (event.type === 'watching') return goesOn(before, progress, [], 'waiting');
    const { [refOf(caller)]: _answered, ...waiting } = before.waiting;
    const memory = { ...before, waiting };
    if (step === 'leave') {
      if (event.type === 'module.timer') return goesOn(memory, progress, []);
      return ends(memory, outcome ?? refused('held'));
    }
    if (event.type === 'module.timer') return leave(memory, caller, place, timedOut(caller));
    if (step === 'release') return released(memory, caller, event);
    if (event.type === 'error') return failed(memory, caller, place, asText(event['reason']));
    if (step === 'lease') {
      const given = asNumber(event['lease']);
      // Another worker of the process may have opened the session meanwhile.
      const started = memory.session === null ? opened(given, caller.call.ttlUs) : null;
      const session = started?.session ?? memory.session;
      const under = session?.lease ?? given;
      const turn = move({ ...memory, session }, caller, under, contest.first(contender(caller, under, 0)));
      return { ...turn, effects: [...(started?.effects ?? spare(caller, given)), ...turn.effects] };
    }
    return move(memory, caller, lease, contest.next(contender(caller, lease, created), step, event));
  };

  /** A lease that is not needed after all. */
  const spare = ({ process }: Caller, lease: number): readonly Effect[] => [
    { type: 'send', to: server, body: { type: 'lease.revoke', lease, client: process } },
  ];

  const failed = (memory: Memory, caller: Caller, progress: Progress, reason: string): Turn<Memory> => {
    const { lease } = progress;
    if (reason !== 'lease-lost') return leave(memory, caller, progress, { kind: 'failed', reason });
    // Whatever the session had is gone with it; the next acquire opens another.
    const isOver = memory.session?.lease === lease;
    return ends(
      isOver ? { ...memory, session: null } : memory,
      { kind: 'failed', reason },
      isOver ? closing() : [],
    );
  };

  const release = (memory: Memory, caller: Caller): Turn<Memory> => {
    const held = memory.held[caller.call.key];
    if (held === undefined) return ends(memory, { kind: 'refused', reason: 'never-granted' });
    return goesOn(memory, at('release', memory.session?.lease ?? 0, held.created), [
      ask(caller, server, deletion(held)),
    ]);
  };

  /** The key is forgotten when it is known to be gone; a release that failed can be made again. */
  const released = (memory: Memory, caller: Caller, event: MachineEvent): Turn<Memory> => {
    if (event.type === 'error') return ends(memory, { kind: 'failed', reason: asText(event['reason']) });
    const outcome: Outcome =
      event['succeeded'] === true ? { kind: 'done', value: null } : { kind: 'refused', reason: 'lock-lost' };
    return ends(withoutHeld(memory, caller.call.key), outcome);
  };

  const background = (
    memory: Memory,
    process: string,
    event: MachineEvent,
  ): BackgroundTurn<Memory> | null => {
    const news = memory.session === null ? null : sessionNews(memory.session, server, process, event);
    if (news === null) return null;
    if (news.kind === 'lost') {
      const lost = Object.entries(memory.held).map(([key, { worker }]) => ({
        key,
        worker,
        reason: news.reason,
      }));
      return { memory: { ...memory, session: null, held: {} }, effects: news.effects, lost };
    }
    const again =
      news.kind === 'goes on'
        ? []
        : Object.entries(memory.waiting).map(([ref, { worker, body }]): Effect => ({
            type: 'send',
            to: server,
            body: { ...body, client: worker, ref },
          }));
    return { memory: { ...memory, session: news.session }, effects: [...news.effects, ...again], lost: [] };
  };

  return {
    initial: { session: null, held: {}, waiting: {} },
    begin,
    go,
    background,
    // Who learned by other ways that it lost the key leaves it to the next; the session goes on.
    forget(memory, key) {
      const held = memory.held[key];
      if (held === undefined) return { memory, effects: [] };
      const body = { ...deletion(held), client: held.worker };
      return { memory: withoutHeld(memory, key), effects: [{ type: 'send', to: server, body }] };
    },
  };
}

/** The key is deleted if it is still the one that was created then: never another acquisition's. */
function deletion({ own, created }: Held): MachineEvent {
  return transactionRequest({
    compare: [{ key: own, target: 'create', is: '=', to: created }],
    success: [{ op: 'delete', key: own }],
    failure: [],
  });
}

function withoutHeld(memory: Memory, key: string): Memory {
  const { [key]: _gone, ...held } = memory.held;
  return { ...memory, held };
}

function refused(reason: string): Outcome {
  return { kind: 'refused', reason };
}

function timedOut({ call }: Caller): Outcome {
  return call.onTimeout === 'taken-for-success' ? { kind: 'granted', token: null } : refused('timeout');
}

function at(step: string, lease: number, created = 0): Json {
  return { step, lease, created, outcome: null };
}
