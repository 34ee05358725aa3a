/** A statement, and the scenario that shows it. */
export interface Shown {
  readonly says: string;
  readonly scenario: string;
}

/** What goes wrong with a plain Redis lock, what the etcd design answers, and where that is no answer. */
interface ComparedRow {
  readonly id: string;
  readonly name: string;
  readonly redis: Shown;
  readonly etcd: Shown;
  readonly limit: Shown;
}

/** One of the usual rows: how it is usually told, and what holds of each. */
interface UsualRow {
  readonly id: string;
  readonly name: string;
  readonly usual: string;
  readonly redis: Shown;
  readonly etcd: Shown;
}

/** What a short guide says. */
interface Advice {
  readonly id: string;
  readonly name: string;
  readonly points: readonly Shown[];
}

const compared: readonly ComparedRow[] = [
  {
    id: 'wrong-release',
    name: 'Wrong release',
    redis: {
      says: 'A plain DEL deletes whatever is there. Who comes back late deletes the lock of the next holder.',
      scenario: 'unlock-without-a-look',
    },
    etcd: {
      says: 'The release is one transaction: delete the key if it still has my value. Where the next holder has the key it deletes nothing.',
      scenario: 'the-loss-is-never-told',
    },
    limit: {
      says: "The value has to be unique. Two clients with the same text delete each other's key; a Redis script that compares has the same limit.",
      scenario: 'same-proof-twice',
    },
  },
  {
    id: 'stale-operation',
    name: 'Stale operation',
    redis: {
      says: 'The lock has no token. One from INCR is drawn after it, so that a client which stops in between gets the higher number.',
      scenario: 'token-after-the-lock',
    },
    etcd: {
      says: 'The creation revision of the key comes with the lock and rises from holder to holder. A store that compares it refuses the late write.',
      scenario: 'token-gone-with-its-key',
    },
    limit: {
      says: 'Only where the store compares in the step in which it writes. A check and then a write lets the late write pass in between.',
      scenario: 'check-passed-just-before',
    },
  },
  {
    id: 'client-crash',
    name: 'Client crash',
    redis: {
      says: 'Lock and expiry in two commands leave a key without an end when the client dies between them. SET NX PX is one command and ends by itself.',
      scenario: 'setnx-then-crash',
    },
    etcd: {
      says: 'The key is bound to a lease from the start. A client that dies stops renewing, and a TTL after its last renewal the key is free.',
      scenario: 'held-while-renewed',
    },
    limit: {
      says: 'Nobody is told of the crash: the others wait until the TTL has passed. An attempt that fails may leave a lease behind until then.',
      scenario: 'answer-with-the-lease-lost',
    },
  },
  {
    id: 'partition',
    name: 'Partition',
    redis: {
      says: 'A holder that reaches its store but not Redis works on when its lease has ended, and somebody else has the lock.',
      scenario: 'c04-cut-from-the-lock-alone',
    },
    etcd: {
      says: 'A short cut loses nothing, because only the TTL ends a lease: a client that comes back before its end still holds.',
      scenario: 'a-cut-is-no-release',
    },
    limit: {
      says: 'A longer cut is the same as with Redis. A client that does not act on failed renewals still says that it holds.',
      scenario: 'renewal-errors-change-nothing',
    },
  },
  {
    id: 'loss-of-quorum',
    name: 'Loss of quorum',
    redis: {
      says: 'A primary with an asynchronous replica needs no quorum. It pays with the newest writes: after a failover nobody may remember the lock, and two hold it.',
      scenario: 'failover-forgets-the-key',
    },
    etcd: {
      says: 'Without a quorum nothing is granted, renewed or ended. There are never two holders on record.',
      scenario: 'without-a-quorum',
    },
    limit: {
      says: 'The key stays as long as the quorum is away, and gets its whole TTL again afterwards. A holder has only its own deadline to stop by.',
      scenario: 'without-a-quorum',
    },
  },
  {
    id: 'clock-drift',
    name: 'Clock drift',
    redis: {
      says: 'A key ends by the wall clock of its node, and a clock that jumps ahead ends it too soon. Of the five nodes of Redlock one such jump is enough for a second majority.',
      scenario: 'two-majorities',
    },
    etcd: {
      says: 'A lease is a length of time, counted by the leader alone from each keepalive on. No date is compared between machines.',
      scenario: 'keepalive-does-not-add',
    },
    limit: {
      says: 'The speed of both clocks still counts. A client that runs too slowly renews too late, and a leader that runs fast ends leases early.',
      scenario: 'clocks-do-matter',
    },
  },
];

const usual: readonly UsualRow[] = [
  {
    id: 'consistency',
    name: 'Consistency',
    usual: 'Redis is eventually consistent, etcd strongly; so etcd locks are safe.',
    redis: {
      says: 'A single Redis is consistent until it restarts without its data. With an asynchronous replica a failover can lose the newest lock.',
      scenario: 'restart-without-data',
    },
    etcd: {
      says: 'The record has one holder at most. What a paused client believes is not in the record: consensus does not stop its write, a token at the store does.',
      scenario: 'flag-outlives-lease',
    },
  },
  {
    id: 'atomic-operations',
    name: 'Atomic operations',
    usual: 'Redis needs Lua scripts, etcd has transactions.',
    redis: {
      says: 'A script that compares and then acts is one step. To read the value and then to delete are two commands, and the lock may have passed on in between.',
      scenario: 'delete-in-two-commands',
    },
    etcd: {
      says: 'A transaction is one step inside etcd. No step reaches both etcd and your database, unless the database itself compares the token.',
      scenario: 'check-passed-just-before',
    },
  },
  {
    id: 'automatic-release',
    name: 'Automatic release',
    usual: 'Redis releases by TTL, etcd as soon as the connection is gone.',
    redis: {
      says: 'By TTL, if there is one: a long one blocks everybody after a crash, a short one is lost to slow work.',
      scenario: 'long-or-short-ttl',
    },
    etcd: {
      says: 'By TTL as well. A cut connection releases nothing.',
      scenario: 'a-cut-is-no-release',
    },
  },
  {
    id: 'availability',
    name: 'Availability',
    usual: 'Redis is highly available, etcd needs a majority.',
    redis: {
      says: 'It is available because it goes on without what was not yet copied. When it is down, a lock inside the process excludes nobody elsewhere.',
      scenario: 'redis-is-down',
    },
    etcd: {
      says: 'Without a majority it refuses, and keeps what is held. That is what a lock should do; the work waits.',
      scenario: 'without-a-quorum',
    },
  },
  {
    id: 'speed',
    name: 'Speed',
    usual: 'Redis is fast, etcd is slow.',
    redis: {
      says: 'One round trip to one node. Under contention that is not what is waited for: it is the work inside the lock.',
      scenario: 'slow-call-inside',
    },
    etcd: {
      says: 'A majority has to agree, which takes longer; nothing here measures how much. A queue in place of retries decides who waits how long.',
      scenario: 'the-librarys-mutex',
    },
  },
  {
    id: 'complexity',
    name: 'Complexity',
    usual: 'Redis is simple, etcd is complex.',
    redis: {
      says: 'SET NX PX is simple. Owner, comparing release, watchdog, what to do after a loss and a token are not part of it, and each can be got wrong.',
      scenario: 'renewal-of-a-stranger',
    },
    etcd: {
      says: 'Leases, keepalive and transactions are given. Listening for the end of the session is left to you, and a lock object that does not listen keeps saying that it holds.',
      scenario: 'both-say-locked',
    },
  },
  {
    id: 'failure-handling',
    name: 'Failure handling',
    usual: 'Redlock tolerates failures of a minority, etcd handles them by itself.',
    redis: {
      says: 'Redlock tolerates nodes that are gone. A node that comes back without its data, or whose clock jumps, gives a second majority.',
      scenario: 'two-majorities',
    },
    etcd: {
      says: 'Members may fail, and the record survives. That a client has lost its lease is for the client to notice.',
      scenario: 'renewal-errors-change-nothing',
    },
  },
];

const advice: readonly Advice[] = [
  {
    id: 'worth-its-cost',
    name: 'A lease lock is worth its cost when',
    points: [
      {
        says: 'two at once would corrupt something, and the store can compare a token that comes with the lock. The lock then saves work, the fence saves data.',
        scenario: 'paused-holder',
      },
      {
        says: 'work has to be taken over when its holder dies, and nobody can tell whether it is dead or slow.',
        scenario: 'stalled-leader',
      },
      {
        says: 'you can wait a TTL for a takeover, and renew well before it ends.',
        scenario: 'held-while-renewed',
      },
    ],
  },
  {
    id: 'efficiency-is-enough',
    name: 'An efficiency lock is enough when',
    points: [
      {
        says: 'doing the work twice costs time and nothing else. One Redis, SET NX PX and a comparing release will do, without a fence.',
        scenario: 'renewed-each-second',
      },
      {
        says: 'a late write is refused anyway, by a condition in its statement that asks no lock. The lock then only saves the work.',
        scenario: 'fence-five-stalls',
      },
      {
        says: 'a single process is all there is: then a mutex needs no service. A TTL on it only lets a second one in.',
        scenario: 'lock-in-one-process',
      },
    ],
  },
  {
    id: 'what-else',
    name: 'What else there is',
    points: [
      {
        says: 'A state for each piece of work, looked at before it is begun: a lock says who may work, not what is left to do.',
        scenario: 'c24-finished-job-again',
      },
      {
        says: 'A queue whose items are claimed for a while. Duplicates remain, and have to be harmless.',
        scenario: 'dispatch',
      },
      {
        says: 'One leader with an epoch that the sink compares: duplicates become refusals, and a failover takes a TTL.',
        scenario: 'dispatch',
      },
      {
        says: 'A key of its own for what is really shared, and none for what is not: most contention is for a key that is too wide.',
        scenario: 'one-key-for-everybody',
      },
    ],
  },
];

/** Words of the guide. */
export const guideText = {
  sentence:
    'What goes wrong with a plain Redis lock, what a lock in etcd answers, and where neither does. Every statement opens the run that shows it.',
  close: 'Back to the picture',
  open: (name: string) => `See: ${name}`,
  pages: 'Pages of the guide',
  comparedTitle: 'What goes wrong, and what is answered',
  comparedNote:
    'A plain Redis lock is SET NX PX, a watchdog and DEL. The etcd design is a lease, a key bound to it, a release by value, and the creation revision as token.',
  columns: {
    what: 'What happens',
    redis: 'A plain Redis lock',
    etcd: 'What the etcd design answers',
    limit: 'Where it does not',
  },
  compared,
  usualTitle: 'Seven rows that are often told',
  usualNote: 'Each as it is usually put, and what holds of each of the two.',
  usualColumns: { what: 'Property', usual: 'Usually', redis: 'Redis', etcd: 'etcd' },
  usual,
  adviceTitle: 'Which lock, if any',
  advice,
} as const;
