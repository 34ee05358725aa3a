import type { LocalClock } from '../engine/component.ts';

/** Words of the inspector, in English: what is there at the cursor. */
export const inspectorText = {
  label: 'Inspector',
  role: { client: 'client', service: 'lock service', store: 'store', part: 'part of the lock service' },
  loading: 'Loading the inspector',

  chart: (region: string, state: string | null) =>
    `State chart ${region}${state === null ? '' : `, in state ${state}`}`,
  fromAnyState: (events: string, to: string) => `from any state: ${events} leads to ${to}`,
  lastTransition: (event: string, from: string, to: string) =>
    `Last change: ${event === '' ? '' : `${event}, `}${from} to ${to}`,
  noTransition: 'No change since the start',
  leads: (from: string, events: string, to: string) => `${from} to ${to}: ${events}`,
  leadsBoth: (a: string, there: string, b: string, back: string) =>
    `${a} to ${b}: ${there}; ${b} to ${a}: ${back}`,

  memory: 'Memory',
  memoryNames: {
    believes: 'Believes',
    token: 'Last token',
    versions: 'Knows',
    script: 'Script',
    waits: 'Waits',
    renewal: 'Renewal',
    counter: 'Counter',
    lease: (key: string) => `Lease ${key}`,
    record: (record: string) => record,
    fence: (key: string) => `Fence ${key}`,
    key: (key: string) => `Key ${key}`,
    keys: 'Keys',
    counterOf: (key: string) => `Counter ${key}`,
    revision: 'Revision',
    row: (key: string) => `Row ${key}`,
    watchers: 'Watched',
    callers: 'Lock calls',
    agreement: 'Agreement',
    role: 'Is',
    replica: 'Replica',
    disk: 'On disk',
    asks: 'Asks',
    inside: (key: string) => `Lock ${key}`,
    clock: 'Clock',
    cut: 'Cut off from',
    reads: 'Reads',
    refuses: 'Refuses',
    slow: 'Slow',
  },
  believes: (key: string, token: number | null) =>
    `it holds ${key}, ${token === null ? 'no token' : `token ${String(token)}`}`,
  believesThoughTold: (believes: string) => `${believes}, though it was told of the loss`,
  believesNothing: 'it holds nothing',
  noToken: 'none yet',
  version: (record: string, version: number) => `${record} at version ${String(version)}`,
  scriptDone: (count: number) => (count === 1 ? '1 instruction done' : `${String(count)} instructions done`),
  waitsForKey: 'for the key',
  renewals: (count: number) => (count === 1 ? 'runs' : `${String(count)} loops run`),
  lastTokenGiven: (token: number) => `last token given: ${String(token)}`,
  noTokenGiven: 'no token given yet',
  leaseOf: (client: string, token: number) => `${client}, token ${String(token)}`,
  leaseEnds: (lease: string, when: string) => `${lease}; ${when}`,
  leaseEndsIn: (duration: string) => `ends in ${duration}`,
  leaseOver: (duration: string) => `over for ${duration}`,
  noExpiry: 'without an end',
  etcdKey: (value: string, created: string, lease: string) =>
    `${value}, created at revision ${created}, bound to lease ${lease}`,
  etcdWaits: (from: string, key: string) => `${key} by ${from}`,
  etcdGap: 'has run out, its keys are about to vanish',
  etcdStill: (isDown: boolean, hasNoQuorum: boolean) =>
    [isDown ? 'down' : '', hasNoQuorum ? 'no quorum' : ''].filter((part) => part !== '').join(', '),
  redisRole: {
    replica: (_successor: string, stopped: boolean) =>
      stopped ? 'a replica that has stopped replicating' : 'a replica',
    replaced: (successor: string) => `out: ${successor} serves in its place`,
    outdated: (successor: string) => `still serving, though ${successor} has taken over`,
  } as Readonly<Record<string, (successor: string, stopped: boolean) => string>>,
  replicaHasAll: 'has everything',
  replicaLacks: (what: string) => `is not known to have ${what}`,
  replicaStopped: (rest: string) => `has stopped; ${rest}`,
  heldInside: (worker: string, waiting: number) =>
    waiting === 0 ? worker : `${worker}, ${String(waiting)} waiting`,
  leaseDelayed: (lease: string) => `${lease}; ran out, not granted again yet`,
  queue: (key: string, half: string) => `Waits for ${key}${half}`,
  secondHalf: ' (second half)',
  epochOf: (owner: string, epoch: string) => `${owner}, epoch ${epoch}`,
  neverLeased: 'nobody',
  recordHolds: (value: string, version: number) => `${value}, version ${String(version)}`,
  recordGone: (version: number) => `deleted, version ${String(version)}`,
  readsWait: (count: number) =>
    count === 1 ? '1 waits for the store' : `${String(count)} wait for the store`,
  everyRequest: 'every request',
  lateBy: (duration: string) => `looks at everything ${duration} late`,
  yes: 'yes',
  no: 'no',
  nothing: 'nothing',
  empty: 'empty',
  clock: ({ offsetUs, ratePpm }: LocalClock, duration: (us: number) => string) => {
    const parts: string[] = [];
    if (offsetUs !== 0) parts.push(`${duration(Math.abs(offsetUs))} ${offsetUs > 0 ? 'ahead' : 'behind'}`);
    if (ratePpm !== 1_000_000) parts.push(`runs at ${String(ratePpm / 10_000)} % of true speed`);
    return parts.join(', ');
  },

  pending: 'Pending',
  nothingPending: 'Nothing is on its way and no timer runs.',
  item: {
    message: (what: string, from: string) => `${what} from ${from}`,
    timer: (id: string) => `timer ${id}`,
    deadline: (id: string) => `deadline ${id}`,
    keyDeadline: (key: string) => `end of the key ${key}`,
    leaseDeadline: (key: string) => `end of the lease ${key}`,
    instruction: 'next instruction',
    busy: 'end of work',
    fault: (what: string) => `planned: ${what}`,
  },
  dueIn: (duration: string) => `in ${duration}`,
  dueNow: 'now',
  passedAgo: (duration: string) => `passed ${duration} ago`,
  passedNow: 'passed just now',
  heldPaused: (ago: string) => `held while paused, due ${ago} ago`,
  clockStands: (left: string) => `the clock stands, ${left} before it`,
  stoppedWith: (left: string) => `stopped with ${left} left`,
  lostOnArrival: (due: string) => `${due}, to be lost: crashed`,

  wire: 'On the wire',
  noWire: 'No message belongs to this entry.',
  route: (from: string, to: string) => `${from} to ${to}`,
  sentHandled: (sent: string, handled: string) => `sent ${sent}, handled ${handled}`,
  sentOnWay: (sent: string) => `sent ${sent}, on its way`,
  sentLost: (sent: string) => `sent ${sent}, lost`,
  reply: 'reply',
  noAnswer: 'no answer',
  onItsWay: 'on its way',
  lostOnTheWay: 'lost on its way',
  notSent: 'not sent in this run',

  raw: 'Raw state',
  recordedNote: 'A recorded log has no machine state. This is what the log itself says at this moment.',
  recordedKey: (key: string) => `Key ${key}`,
  holder: 'Lease',
  nobody: 'nobody',
  holds: (client: string, token: number | null, until: string) => `${client}${withToken(token)}, ${until}`,
  until: (time: string) => `until ${time}`,
  noEnd: 'without an end',
  believers: 'Believe they hold',
  stopped: 'Not running',
  pausedSince: (client: string, time: string) => `${client} paused since ${time}`,
  crashedAt: (client: string, time: string) => `${client} crashed at ${time}`,
  lastWrite: (store: string) => `Last write to ${store}`,
  write: (client: string, token: number | null, outcome: string, time: string) =>
    `${client}${withToken(token)}: ${outcome} at ${time}`,
  outcome: { accepted: 'accepted', rejected: 'rejected', unknown: 'outcome not recorded' },
};

function withToken(token: number | null): string {
  return token === null ? '' : `, token ${String(token)}`;
}
