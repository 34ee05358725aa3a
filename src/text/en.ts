import type { FindingKind, NotRecorded, Outcome } from '../engine/verdict/types.ts';
import { enPage } from './en-page.ts';
import { enScenarios } from './en-scenarios.ts';
import { timelineText } from './timeline.ts';

/** What a write asks of a store: by name where it does more than set a value. */
function operation(op: string | undefined, value: string | undefined): string {
  const noun = op === undefined ? 'write' : op === 'add' ? 'addition' : op;
  if (value === undefined || op === 'delete') return noun;
  return op === 'add' ? `${noun}, now ${value},` : `${noun} of ${value}`;
}

/** With which token, where one is known: ` with token 1`. */
function withToken(token: number | undefined): string {
  return token === undefined ? '' : ` with token ${String(token)}`;
}

/** Several clauses in a row: `a, b and c`. */
function listed(clauses: readonly string[]): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length < 2 ? last : `${clauses.slice(0, -1).join(', ')} and ${last}`;
}

const outcome: Readonly<Record<Outcome, string>> = {
  corrupted: 'corrupted',
  refused: 'refused',
  blocked: 'blocked',
  'at-risk': 'at risk',
  fenced: 'fenced',
  safe: 'safe',
  'no-finding': 'no finding',
};

const findingName: Readonly<Record<FindingKind, string>> = {
  'overlapping-leases': 'overlapping leases',
  'overlapping-beliefs': 'overlapping beliefs',
  'stale-write-accepted': 'stale write accepted',
  'stale-write-rejected': 'stale write rejected',
  'rightful-write-rejected': 'rightful write rejected',
  'lost-update': 'lost update',
  'wrong-release': 'wrong release',
  'token-regression': 'token regression',
  'leaked-lease': 'leaked lease',
  starvation: 'starvation',
  'false-loss': 'false loss',
  'duplicate-work': 'duplicate work',
};

const notRecorded: Readonly<Record<NotRecorded, string>> = {
  starvation: 'Starvation cannot be told: the log records no waiting.',
  'duplicate-work': 'Duplicate work cannot be told: the log records no units of work.',
  'false-loss': 'False loss cannot be told: the log declares no safety margin.',
};

/** Why something was refused, rejected, lost or given up, as the end of a sentence. */
const reason: Readonly<Record<string, string>> = {
  held: 'somebody holds it',
  'lease-lost': 'it has no live lease with that token',
  'stale-token': 'its token is lower than the fence',
  'token-not-higher': 'its token is not higher than the fence',
  'no-rows': 'it changed 0 rows',
  'other-version': 'the record is no longer in the version that was read',
  'nothing-read': 'no version was read',
  'unreadable-token': 'the token on record cannot be read',
  'no-lease': 'the lock service has no lease on record',
  'lease-not-live': 'the lease on record is over',
  'other-token': 'the lease on record has another token',
  'renewal-refused': 'its renewal was refused',
  'write-refused': 'its write was refused',
  released: 'it releases the key',
  crashed: 'it crashed',
  partition: 'the link is cut',
  lost: 'it was lost on the way',
  refused: 'it was refused',
};

const DELETED = {
  yes: 'the answer "deleted"',
  no: 'the answer "not deleted"',
};
const EXTENDED = {
  yes: 'the answer "extended"',
  no: 'the answer "not extended"',
};

/** Every text that a reader sees, in English. A second language is one more file of this shape. */
export const en = {
  page: enPage,
  scenarios: enScenarios,
  timeline: timelineText,

  time: {
    units: { s: 's', ms: 'ms', us: 'µs' },
    /** A number and its unit: `16.4 s`. */
    amount: (number: string, unit: string): string => `${number} ${unit}`,
  },

  outcome,
  reason,

  finding: {
    name: findingName,
    unreplaced: 'unreplaced',
    notRecorded,
    /** The key a finding is about: the only one, or one by name. */
    theKey: 'the key',
    keyNamed: (name: string): string => `the key ${name}`,
    overlappingLeases: (p: {
      client: string;
      key: string;
      token: number | undefined;
      t: string;
      other: string;
      otherToken: number | undefined;
      expires: string | undefined;
      endedBy: string | undefined;
    }): string => {
      const until = p.expires === undefined ? 'without an end' : `until ${p.expires}`;
      const lost = p.endedBy === undefined ? '' : `, but ${p.endedBy}`;
      return `${p.client} was granted ${p.key}${withToken(p.token)} at ${p.t}; ${p.other} had been promised it${withToken(p.otherToken)} ${until}${lost}.`;
    },
    overlappingBeliefs: (p: {
      client: string;
      key: string;
      t: string;
      other: string;
      since: string | undefined;
      neverGranted: boolean;
    }): string => {
      const since = p.since === undefined ? '' : ` since ${p.since}`;
      const grant = p.neverGranted ? ', though it was never granted it' : '';
      return `${p.client} believes from ${p.t} on that it holds ${p.key}${grant}; ${p.other} has believed so${since}.`;
    },
    wrote: (client: string, token: number | undefined, t: string): string =>
      `${client} wrote${withToken(token)} at ${t}`,
    wasRejected: (
      client: string,
      token: number | undefined,
      t: string,
      fence: number | undefined,
    ): string => {
      const by = fence === undefined ? '' : ` by the fence at ${String(fence)}`;
      return `${client}'s write${withToken(token)} was rejected at ${t}${by}`;
    },
    leaseOver: (ended: string, how: string): string => `its lease ${how} at ${ended}`,
    /** How a lease was over, after "its lease". */
    endedBy: {
      expire: 'ended',
      expires: 'ended',
      release: 'was released',
      revoke: 'was ended by somebody who did not own it',
      steal: 'was taken over',
      forget: 'was forgotten by the lock service',
      grant: 'was replaced by its next grant',
    },
    /** How another client's lease went although it was promised, after "but". */
    promiseEndedBy: {
      forget: 'the lock service lost its record',
      revoke: 'somebody who did not own it had ended it',
      steal: 'it was taken over',
    },
    hasHeld: (other: string, key: string, since: string, token: number | undefined): string =>
      `${other} has held ${key} since ${since}${withToken(token)}`,
    wasGranted: (other: string, key: string, t: string, token: number | undefined): string =>
      `${other} was granted ${key} at ${t}${withToken(token)}`,
    grantedAgain: (key: string, t: string, token: number | undefined): string =>
      `it was granted ${key} again at ${t}${withToken(token)}`,
    nobodySince: (key: string): string => `nobody has been granted ${key} since`,
    nobodyYet: (key: string): string => `nobody had been granted ${key}`,
    neverGranted: (key: string): string => `it was never granted ${key}`,
    /** Puts clauses together: the fact, what made it so, who holds now. */
    joined: (fact: string, because: readonly string[]): string => {
      if (because.length === 0) return `${fact}.`;
      return `${fact}; ${listed(because)}.`;
    },
    /** After "was rejected": the lease that the writer had. */
    thoughHeld: (rejected: string, key: string, since: string, expires: string | undefined): string => {
      const until = expires === undefined ? '' : `, good until ${expires}`;
      return `${rejected}, though it has held ${key} since ${since}${until}`;
    },
    lostUpdate: (p: {
      client: string;
      t: string;
      base: number;
      version: number;
      other: string;
      otherAt: string;
    }): string => {
      const whose =
        p.other === p.client ? `its own write of ${p.otherAt}` : `the write of ${p.other} at ${p.otherAt}`;
      return `${p.client} wrote at ${p.t} from version ${String(p.base)} when version ${String(p.version)} was current; it did not see ${whose}.`;
    },
    wrongRelease: (p: {
      client: string;
      token: number | undefined;
      t: string;
      by: string | undefined;
    }): string => {
      if (p.by === undefined) {
        return `${p.client}'s lease${withToken(p.token)} was ended at ${p.t} by somebody who did not own it.`;
      }
      if (p.by === p.client) {
        return `A request of ${p.client} ended ${p.client}'s lease${withToken(p.token)} at ${p.t}; that request did not own it.`;
      }
      return `${p.by} ended ${p.client}'s lease${withToken(p.token)} at ${p.t}; ${p.by} did not own it.`;
    },
    tokenRegression: (p: {
      client: string;
      key: string;
      token: number;
      t: string;
      other: string;
      otherToken: number;
      otherAt: string;
    }): string =>
      `${p.client} was granted ${p.key} with token ${String(p.token)} at ${p.t}; ${p.other} had been granted it with token ${String(p.otherToken)} at ${p.otherAt}.`,
    leakedLease: {
      gone: {
        crashed: (client: string, t: string): string => `${client} crashed at ${t}`,
        'gave-up': (client: string, t: string): string => `${client} gave up at ${t}`,
        finished: (client: string, t: string): string => `${client} finished its work at ${t}`,
        'never-knew': (client: string, t: string): string =>
          `${client} was never told of its grant, whose message was lost at ${t}`,
      },
      noEnd: 'its lease has no end',
      pastItsEnd: (expires: string, t: string | undefined): string =>
        t === undefined
          ? `its lease, promised until ${expires}, was still on record after that`
          : `its lease, promised until ${expires}, was still on record until ${t}`,
      renewed: (t: string, by: string | undefined, expires: string | undefined): string => {
        const who = by === undefined ? 'a renewal' : `a renewal of ${by}`;
        const until = expires === undefined ? 'without an end' : `until ${expires}`;
        return `${who} at ${t} keeps its lease ${until}`;
      },
    },
    starvation: (p: {
      client: string;
      key: string;
      wait: string;
      since: string;
      other: string | undefined;
      otherToken: number | undefined;
      noEnd: boolean;
    }): string => {
      const why =
        p.noEnd && p.other !== undefined
          ? `the lease of ${p.other}${withToken(p.otherToken)} has no end, and nobody has worked since ${p.since}`
          : `nobody has worked under it since ${p.since}`;
      return `${p.client} has waited for ${p.key} from ${p.wait} to the end of the trace; ${why}.`;
    },
    falseLoss: (p: { client: string; t: string; left: string | undefined; margin: string }): string => {
      const good = p.left === undefined ? 'had no end' : `was good for another ${p.left}`;
      return `${p.client} gave up at ${p.t} a lease that ${good}, more than its margin of ${p.margin}.`;
    },
    duplicateWork: (p: { client: string; unit: string; t: string; other: string; otherAt: string }): string =>
      `${p.client} finished ${p.unit} at ${p.t}; ${p.other === p.client ? 'it' : p.other} had finished it at ${p.otherAt}.`,
  },

  entry: {
    theKey: 'the key',
    keyNamed: (name: string): string => `the key ${name}`,
    recordNamed: (name: string): string => `the record ${name}`,
    /** What stands for a part of the system that needs no name of its own, within a sentence and at its start. */
    parts: { store: 'the store', service: 'the lock service' },
    partsFirst: { store: 'The store', service: 'The lock service' },
    theRecord: 'the record',
    grant: (client: string, key: string, token: number | undefined, until: string | undefined): string =>
      `${client} was granted ${key}${withToken(token)}${until === undefined ? ', without an end' : ` until ${until}`}.`,
    renew: (client: string, by: string | undefined, until: string | undefined): string => {
      const to = until === undefined ? 'without an end' : `to ${until}`;
      return by === undefined
        ? `${client}'s lease was extended ${to}.`
        : `${by} extended ${client}'s lease ${to}.`;
    },
    revive: (client: string, until: string | undefined): string =>
      `${client}'s lease lives again${until === undefined ? '' : ` until ${until}`}: the service's clock went back.`,
    expire: (client: string, token: number | undefined): string =>
      `${client}'s lease${withToken(token)} ran out.`,
    release: (client: string, key: string, by: string | undefined): string =>
      by === undefined ? `${client} released ${key}.` : `${by} released ${key} for ${client}.`,
    revoke: (client: string, by: string | undefined): string => {
      if (by === undefined) return `${client}'s lease was ended by somebody who did not own it.`;
      if (by === client) return `A request of ${client} ended ${client}'s lease without owning it.`;
      return `${by} ended ${client}'s lease without owning it.`;
    },
    steal: (client: string, by: string | undefined): string =>
      by === undefined
        ? `${client}'s lease was taken over while it was live.`
        : `${by} took over ${client}'s lease while it was live.`,
    forget: (client: string): string => `The lock service lost its record of ${client}'s lease.`,
    believes: (client: string, key: string, token: number | undefined): string =>
      `${client} believes that it holds ${key}${withToken(token)}.`,
    disbelieves: (client: string, key: string, why: string | undefined): string =>
      `${client} no longer believes that it holds ${key}${why === undefined ? '' : `: ${why}`}.`,
    write: (p: {
      client: string;
      store: string;
      op: string | undefined;
      value: string | undefined;
      token: number | undefined;
      outcome: 'accepted' | 'rejected' | undefined;
      why: string | undefined;
      fence: number | undefined;
    }): string => {
      const what = operation(p.op, p.value);
      if (p.outcome === undefined) return `${p.client} wrote to ${p.store}${withToken(p.token)}.`;
      const fence =
        p.outcome === 'rejected' && p.fence !== undefined ? `, which stands at ${String(p.fence)}` : '';
      const because = p.why === undefined ? '' : `: ${p.why}${fence}`;
      return `${p.store} ${p.outcome} ${p.client}'s ${what}${withToken(p.token)}${because}.`;
    },
    check: (
      client: string,
      store: string,
      op: string | undefined,
      value: string | undefined,
      token: number | undefined,
    ): string => `${store} checked ${client}'s ${operation(op, value)}${withToken(token)}: it passes.`,
    read: (
      client: string,
      record: string,
      store: string,
      value: string | undefined,
      version: number | undefined,
    ): string => {
      const what = value === undefined || value === '' ? '' : `: ${value}`;
      const which = version === undefined ? '' : `, version ${String(version)}`;
      return `${client} read ${record} of ${store}${which}${what}.`;
    },
    fill: (store: string, record: string, value: string | undefined, client: string): string =>
      `${store} keeps ${record} as ${client} read it${value === undefined || value === '' ? '' : `: ${value}`}.`,
    clear: (store: string, record: string, client: string): string =>
      `${client} cleared ${record} in ${store}.`,
    wait: (client: string, key: string): string => `${client} waits for ${key}.`,
    abandon: (client: string, key: string): string => `${client} gave up waiting for ${key}.`,
    workStart: (client: string, unit: string): string => `${client} started ${unit}.`,
    workEnd: (client: string, unit: string): string => `${client} finished ${unit}.`,
    pause: (who: string): string => `${who} is paused.`,
    resume: (who: string): string => `${who} goes on.`,
    crash: (who: string): string => `${who} crashed.`,
    restart: (who: string): string => `${who} was restarted.`,
    cut: (a: string, b: string): string => `The link between ${a} and ${b} was cut.`,
    heal: (a: string, b: string): string => `The link between ${a} and ${b} works again.`,
    cutOneWay: (to: string, from: string): string => `What ${from} sends to ${to} no longer arrives.`,
    healOneWay: (to: string, from: string): string => `What ${from} sends to ${to} arrives again.`,
    send: (from: string, to: string, what: string): string => `${from} sent ${what} to ${to}.`,
    deliver: (to: string, from: string | undefined, what: string): string =>
      `${to} received ${what}${from === undefined ? '' : ` from ${from}`}.`,
    duplicate: (to: string, what: string, from: string): string =>
      `A second copy of ${what} from ${from} is on its way to ${to}.`,
    lose: (to: string, what: string, from: string | undefined, why: string | undefined): string =>
      `${to} did not get ${what}${from === undefined ? '' : ` from ${from}`}${why === undefined ? '' : `: ${why}`}.`,
    unfinished: (at: string, what: string, from: string | undefined): string =>
      `${at} did not come to the second step of ${what}${from === undefined ? '' : ` from ${from}`}.`,
    refuseHeld: (service: string, what: string, holder: string, token: number | undefined): string =>
      `${service} refused ${what}: ${holder} holds it${withToken(token)}.`,
    refuse: (service: string, what: string, why: string | undefined): string =>
      `${service} refused ${what}${why === undefined ? '' : `: ${why}`}.`,
    /** What was refused, by the operation that was asked for. */
    refused: {
      acquire: (client: string, key: string): string => `${client}'s request for ${key}`,
      renew: (client: string): string => `${client}'s renewal`,
      release: (client: string): string => `${client}'s release`,
    },
    fence: (store: string, key: string, fence: number | undefined): string =>
      `The fence of ${store} for ${key} rose${fence === undefined ? '' : ` to ${String(fence)}`}.`,
    clock: (who: string, by: string | undefined, isAhead: boolean, percent: number | undefined): string => {
      const step = by === undefined ? '' : ` was set ${isAhead ? 'ahead' : 'back'} by ${by}`;
      const rate = percent === undefined ? '' : ` runs at ${String(percent)} % of true speed`;
      return `The clock of ${who}${step}${step !== '' && rate !== '' ? ' and' : ''}${rate}.`;
    },
    fault: (who: string, what: string, isOver: boolean): string =>
      `${who}: ${what}${isOver ? ' is over' : ''}.`,
    refusesAll: (who: string): string => `${who} refuses every request from now on.`,
    answersAgain: (who: string): string => `${who} answers requests again.`,
    slow: (who: string, by: string): string =>
      `${who} is slow from now on: it looks at everything ${by} late.`,
    slowNoMore: (who: string): string => `${who} is no longer slow.`,
    note: (who: string): string => `${who} noted something.`,
    noted: {} as Readonly<Record<string, (who: string, client: string) => string>>,
    other: (who: string, ev: string): string => `${who}: ${ev}.`,
    lostReason: {
      lost: 'it was lost on the way',
      partition: 'the link is cut',
      refused: 'the link is cut, and its sender is told',
      crashed: 'the receiver had crashed',
    } as Readonly<Record<string, string>>,
    /** What a message is, by its type. */
    message: {
      acquire: 'a request for the key',
      renew: 'a renewal',
      release: 'a release',
      write: 'a write',
      read: 'a request to read',
      granted: 'the grant',
      renewed: 'the answer to the renewal',
      released: 'the answer to the release',
      refused: 'a refusal',
      written: 'the answer to the write',
      value: 'the value',
      'write.refused': 'a refusal of the write',
      'write.apply': 'a write',
      'write.fence': 'a write',
      'fence.raise': 'the token of a grant',
      check: 'a question whether the lease is live',
      holds: 'the answer whether the lease is live',
      checked: 'the answer to the check',
      apply: 'the checked write',
      current: 'a question for the latest epoch',
      epoch: 'the latest epoch',
      'set-nx': 'a request for the key',
      get: 'a request to read the key',
      del: 'a request to delete the key',
      'del-if': 'a compare-and-delete of the key',
      pexpire: 'a request to extend the key',
      'pexpire-if': 'a compare-and-extend of the key',
      incr: 'an increment of the counter',
      'lease.grant': 'a request for a lease',
      'lease.granted': 'the new lease',
      'lease.keepalive': 'a keepalive of the lease',
      'lease.kept': 'the answer to the keepalive',
      'lease.stream': 'a request for a keepalive stream',
      'lease.streaming': 'the keepalive stream',
      'lease.revoke': 'a request to end the lease',
      'lease.revoked': 'the answer "lease ended"',
      'put-if-absent': 'a request for the key',
      'delete-if-value': 'a compare-and-delete of the key',
      delete: 'a request to delete the key',
      deleted: 'the answer to the delete',
      set: 'the answer to the request for the key',
      txn: 'the answer to the transaction',
      count: 'a count',
      error: 'an error',
    } as Readonly<Record<string, string>>,
    /** What an answer is, by the type of its request, where the answer alone does not tell. */
    answer: {
      'set-nx': { yes: 'the grant', no: 'a refusal' },
      'put-if-absent': { yes: 'the grant', no: 'a refusal' },
      get: { yes: 'the value of the key', no: 'the answer "no such key"' },
      del: DELETED,
      'del-if': DELETED,
      delete: DELETED,
      'delete-if-value': DELETED,
      pexpire: EXTENDED,
      'pexpire-if': EXTENDED,
    } as Readonly<Record<string, { readonly yes: string; readonly no: string }>>,
    /** The answer to a request to count. */
    counted: (number: number): string => `the count ${String(number)}`,
    aMessage: 'a message',
    /** Names of services as their makers write them. */
    services: { redis: 'Redis' } as Readonly<Record<string, string>>,
  },
};
