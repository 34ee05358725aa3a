import { en } from './en.ts';

/** Words for what only some services say: whoever loads those services loads them with it. */
const messages: Readonly<Record<string, string>> = {
  transaction: 'a transaction',
  'place-before': 'a question for the place before',
  place: 'the place before',
  watch: 'a request to watch the key',
  watching: 'the answer "watching"',
  unwatch: 'the end of a watch',
  'watch.gone': 'the news that the key is gone',
  lock: 'a lock call',
  locked: 'the answer to the lock call',
  steal: 'a request to take the key over',
  queued: 'the answer "wait for your turn"',
  leave: 'a request to leave the queue',
  'which-token': 'a question for the token of the lease',
  token: 'the token of the lease',
  left: 'the answer "left"',
  replicate: 'what has changed',
  replicated: 'how far it has come',
  sync: 'a request for everything',
  primary: 'the news that it serves now',
};

/** What a service notes of itself. */
const notes: Readonly<Record<string, (who: string, client: string) => string>> = {
  promote: (who) => `${who} is promoted: it is the primary from now on.`,
  'copy-grant': (who, client) => `${who} has the key for ${client}.`,
  'copy-renew': (who, client) => `${who} has extended the key of ${client}.`,
  'copy-expire': (who, client) => `${who} has let the key of ${client} run out.`,
  'copy-release': (who, client) => `${who} has deleted the key of ${client}.`,
  'copy-revoke': (who, client) => `${who} has deleted the key of ${client}, for somebody else.`,
  'copy-forget': (who, client) => `${who} has lost the key of ${client}.`,
};

/** What a client was made to do beside its script. */
const acts: Readonly<Record<string, (who: string) => string>> = {
  'act-acquire': (who) => `${who} is made to ask for the key, by hand.`,
  'act-renew': (who) => `${who} is made to renew its lease, by hand.`,
  'act-write': (who) => `${who} is made to write, by hand.`,
  'act-release': (who) => `${who} is made to release the key, by hand.`,
};

/** Why a client believes no longer, or why something was refused, as the end of a sentence. */
const reasons: Readonly<Record<string, string>> = {
  'check-refused': 'the lock service says that it does not hold it',
  deadline: 'by its own clock the lease is over',
  'lock-delay': 'the last lease ran out, and its grace time has not',
  'no-stealing': 'a key that is held is not taken over',
};

// Loaded for what it does: from here on the catalogue has them.
Object.assign(en.entry.message, messages);
Object.assign(en.reason, reasons);
Object.assign(en.entry.noted, notes, acts);
