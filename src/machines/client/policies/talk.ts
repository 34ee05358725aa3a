import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { asText } from '../../requests.ts';
import type { Operation, Protocol, ProtocolRequest, Result, Step, Task } from '../protocols/protocol.ts';
import { waitUs } from './back-off.ts';
import type { Policies, RequestPolicy } from './policies.ts';

/** Who talks, and what about: the worker's call, or a loop in the background. */
export interface Frame {
  /** The name of all its conversations; their rounds are `ref.0`, `ref.1`, ... */
  readonly ref: string;
  readonly worker: string;
  readonly key: string;
  readonly ttlUs: number;
}

/** What is asked of the protocol. */
export interface Opening {
  readonly op: Operation;
  readonly proof: string;
  readonly claim: Json;
  readonly mode: Task['mode'];
}

/** A conversation under way. Plain JSON. */
export interface Talk extends Opening {
  readonly round: number;
  readonly progress: Json;
  /** Nodes whose answer to this round is waited for. */
  readonly open: readonly string[];
  /** It waits for a notice. */
  readonly waits: boolean;
  /** How often this round was sent again. */
  readonly tries: number;
  /** The round's requests, where they may have to be sent again; empty otherwise. */
  readonly sent: readonly ProtocolRequest[];
}

/** Where a conversation stands after one event. */
export interface Said {
  readonly talk: Talk | null;
  /** The number of its latest round: the next conversation of the frame begins after it. */
  readonly round: number;
  readonly result: Result | null;
  readonly local: Json;
  readonly effects: readonly Effect[];
}

/** How a module talks to its service: the protocol's steps, with time-outs and repetitions of requests. */
export interface Speech {
  /** `round`: the latest of the frame's earlier conversations, null if there was none. */
  begin(frame: Frame, opening: Opening, round: number | null, local: Json): Said;
  /** Null where the event is none of this conversation's. */
  hear(frame: Frame, talk: Talk, local: Json, event: MachineEvent): Said | null;
  /** What a conversation leaves pending when nobody waits for it any more. */
  drop(frame: Frame): readonly Effect[];
}

/** Rounds are numbered round and round, so that the numbers stay few. */
const ROUNDS = 16;

/** The speech of a module; `seed` decides about jitter. */
export function speechOf(protocol: Protocol, policies: Policies, seed: number): Speech {
  const { request } = policies;

  const taskOf = (frame: Frame, opening: Opening, round: number, local: Json): Task => {
    const { op, proof, claim, mode } = opening;
    const { worker, key, ttlUs } = frame;
    const ref = roundOf(frame, round);
    const manner = mannerOf(policies, op);
    return { op, key, worker, ttlUs, proof, claim, acquire: policies.attempt.how, manner, mode, ref, local };
  };

  /** What a step of the protocol comes to; `talk` is the conversation as it was before it. */
  const taken = (frame: Frame, talk: Talk, step: Step, local: Json, isFirst = false): Said => {
    const kept = step.local === undefined ? local : step.local;
    const isNew = step.requests.length > 0;
    const round = isNew && !isFirst ? (talk.round + 1) % ROUNDS : talk.round;
    const out = [...(step.effects ?? []), ...step.requests.map((made) => send(frame, round, made))];
    if (step.result !== null) {
      const effects = [...drop(frame), ...out];
      return { talk: null, round, result: step.result, local: kept, effects };
    }
    if (!isNew) {
      const same: Talk = { ...talk, progress: step.progress, waits: step.waits };
      const effects = step.waits ? [...drop(frame), ...out] : out;
      return { talk: same, round, result: null, local: kept, effects };
    }
    const asked: Talk = {
      ...talk,
      round,
      progress: step.progress,
      waits: false,
      open: step.requests.map(({ to }) => to),
      tries: 0,
      sent: (request?.retries ?? 0) > 0 ? step.requests : [],
    };
    return { talk: asked, round, result: null, local: kept, effects: [...out, ...patience(frame)] };
  };

  const go = (frame: Frame, talk: Talk, local: Json, answer: MachineEvent): Said => {
    const task = taskOf(frame, talk, talk.round, local);
    return taken(frame, talk, protocol.go(task, talk.progress, answer), local);
  };

  /** A timer of the frame's by name; it wakes the conversation. */
  const timer = ({ ref }: Frame, name: string, afterUs: number): Effect => ({
    type: 'timer',
    id: `${ref}:${name}`,
    afterUs,
    event: { type: 'module.timer', ref, name },
  });
  const patience = (frame: Frame): readonly Effect[] =>
    request === null ? [] : [timer(frame, 'request', request.timeoutUs)];
  const drop = ({ ref }: Frame): readonly Effect[] =>
    request === null ? [] : ['request', 'resend'].map((name) => ({ type: 'cancel', id: `${ref}:${name}` }));

  /** Sends what is open of a round again, at once or after a pause. */
  const again = (frame: Frame, talk: Talk, local: Json, policy: RequestPolicy): Said => {
    const pauseUs = waitUs(policy.backOff, policy.pauseUs, talk.tries, seed, roundOf(frame, talk.round));
    const next: Talk = { ...talk, tries: talk.tries + 1 };
    if (pauseUs <= 0) return resend(frame, next, local);
    const effects = [...drop(frame), timer(frame, 'resend', pauseUs)];
    return { talk: next, round: talk.round, result: null, local, effects };
  };
  const resend = (frame: Frame, talk: Talk, local: Json): Said => {
    const open = talk.sent.filter(({ to }) => talk.open.includes(to));
    const effects = [...open.map((made) => send(frame, talk.round, made)), ...patience(frame)];
    return { talk, round: talk.round, result: null, local, effects };
  };

  /** Nothing came in time, and it is not asked again: each node that is silent counts as a failed call. */
  const silent = (frame: Frame, talk: Talk, local: Json): Said => {
    let said: Said = { talk, round: talk.round, result: null, local, effects: [] };
    for (const from of talk.open) {
      if (said.talk === null || said.talk.round !== talk.round) break;
      const open = said.talk.open.filter((other) => other !== from);
      const answer: MachineEvent = { type: 'error', reason: 'timed-out', from };
      const next = go(frame, { ...said.talk, open }, said.local, answer);
      said = { ...next, effects: [...said.effects, ...next.effects] };
    }
    return said;
  };

  return {
    drop,
    begin(frame, opening, before, local) {
      const round = before === null ? 0 : (before + 1) % ROUNDS;
      const talk: Talk = {
        ...opening,
        round,
        progress: null,
        open: [],
        waits: false,
        tries: 0,
        sent: [],
      };
      return taken(frame, talk, protocol.begin(taskOf(frame, opening, round, local)), local, true);
    },
    hear(frame, talk, local, event) {
      if (event.type === 'module.timer' && event['ref'] === frame.ref) {
        if (event['name'] === 'resend') return resend(frame, talk, local);
        if (event['name'] !== 'request' || request === null) return null;
        return talk.tries < request.retries ? again(frame, talk, local, request) : silent(frame, talk, local);
      }
      if (event['ref'] !== roundOf(frame, talk.round)) return null;
      if (talk.waits || event.type === 'module.timer') return go(frame, talk, local, event);
      const from = asText(event['from']);
      if (!talk.open.includes(from)) return null;
      const isUnknown = event.type === 'error' && event['reason'] === 'unavailable';
      if (isUnknown && request !== null && talk.tries < request.retries) {
        return again(frame, talk, local, request);
      }
      return go(frame, { ...talk, open: talk.open.filter((other) => other !== from) }, local, event);
    },
  };
}

function roundOf({ ref }: Frame, round: number): string {
  return `${ref}.${String(round)}`;
}

function send(frame: Frame, round: number, { to, body }: ProtocolRequest): Effect {
  return { type: 'send', to, body: { ...body, client: frame.worker, ref: roundOf(frame, round) } };
}

/** How an operation looks at ownership. */
function mannerOf({ renewal, release }: Policies, op: Operation): Task['manner'] {
  if (op === 'renew') return renewal.kind === 'watchdog' ? renewal.how : 'compared';
  return op === 'release' && release.how !== 'never' ? release.how : 'compared';
}
