import {
  endsInRank,
  isObject,
  plain,
  type RankedPlace,
  type RankRule,
  type TextRule,
} from '../engine/ranks.ts';

/** Fencing tokens, and whatever they are made from: one family, for stores compare them all. */
export const TOKENS = 'token';

/** Numbers of etcd's leases. */
export const LEASES = 'lease';

/** Conversations of a worker are numbered round and round, so that the numbers stay few. */
export const CONVERSATIONS = 8;

/** `A/3`: the third call of worker A, and what belongs to it. */
const CALLS: TextRule = {
  before: /^[^:]+\/$/,
  family: (before) => callFamily(before.slice(0, -1)),
  size: CONVERSATIONS,
};

/** The family of the numbers of a worker's calls. */
export function callFamily(worker: string): string {
  return `calls ${worker}`;
}

/** `loop:3`: a loop that a process has started. */
export function loopsOf(process: (at: RankedPlace) => string): TextRule {
  return { before: /^loop:$/, family: (_, at) => loopFamily(process(at)) };
}

/** The family of the numbers of a process's loops. */
export function loopFamily(process: string): string {
  return `loop ${process}`;
}

/** `A-3`: the third proof of ownership that a process has drawn. */
export const PROOFS: TextRule = { before: /-$/, family: (before) => proofFamily(before.slice(0, -1)) };

/** The family of the numbers of a process's proofs. */
export function proofFamily(process: string): string {
  return `proof ${process}`;
}

/** Conversations, as a process names them that is asked: its loops and calls are its own. */
export const ownConversation: RankRule = endsInRank(
  CALLS,
  loopsOf(({ own }) => own),
);

/** Conversations, as they come with requests: the loops and calls are those of whoever asks. */
export const theirConversation: RankRule = endsInRank(
  CALLS,
  loopsOf(({ from }) => from),
);

/** The family of a record's versions. */
export function versionFamily(store: string, record: string): string {
  return `version ${store}/${record}`;
}

/** Fields that travel with every request to a service or store. */
export const REQUEST_FIELDS: { readonly [field: string]: RankRule } = {
  ref: theirConversation,
  ttlUs: plain,
};

/** A text field of the event or memory that a value is in. */
export function textOf(at: RankedPlace, field: string): string {
  const value = isObject(at.whole) ? at.whole[field] : undefined;
  return typeof value === 'string' ? value : '';
}
