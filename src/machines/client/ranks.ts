import { plain, ranked, rankedBy, type RankRule, type RankRules } from '../../engine/ranks.ts';
import {
  CONVERSATIONS,
  callFamily,
  ownConversation,
  textOf,
  TOKENS,
  versionFamily,
} from '../ranked-fields.ts';
import type { Instruction } from './script.ts';
import type { ProcessOptions } from './worker/state.ts';

/**
 * Which numbers of a process count only by their order: those of its workers, and what its lock module says of
 * its own. Undefined where the module does not say, or a script asks by hand for something that has a number:
 * of which family that is, its service alone knows.
 */
export function processRanks({ id, module, workers }: ProcessOptions): RankRules | undefined {
  if (module.ranks === undefined || workers.some(({ script }) => script.some(asksByNumber))) return undefined;
  const invented = workers.flatMap(({ script }) =>
    script.map((step) => ('token' in step && typeof step.token === 'number' ? step.token : 0)),
  );
  return {
    fields: { ...WORKER_FIELDS, ...module.ranks },
    // A renewal that is granted to who did not believe counts as token 1.
    constants: { [TOKENS]: Math.max(1, ...invented) },
    options: [id, workers],
  };
}

function asksByNumber(step: Instruction): boolean {
  if (step.op !== 'operate') return false;
  const { ttlUs: _duration, ...body } = step.body;
  return /\d/.test(JSON.stringify(body));
}

const calls: RankRule = (value, numbers, at) =>
  typeof value === 'number'
    ? numbers.cyclic(callFamily(at.path.at(-2) ?? ''), value, CONVERSATIONS, true)
    : numbers.within(value, at);

/** What a store answers to a read: what records hold are names. What a lock service answers is for the lock module to declare. */
const value: RankRule = (read, numbers, at) =>
  at.path.length === 1 && textOf(at, 'type') === 'value' && textOf(at, 'record') !== ''
    ? read
    : numbers.within(read, at);

const WORKER_FIELDS: RankRules['fields'] = {
  act: plain,
  at: plain,
  // Options of the script and nothing else.
  call: plain,
  calls,
  id: ownConversation,
  ref: ownConversation,
  token: ranked(TOKENS),
  tokens: ranked(TOKENS),
  past: plain,
  rounds: plain,
  tries: plain,
  value,
  values: plain,
  ttlUs: plain,
  versions: rankedBy((record) => `version ${record}`),
  version: ranked((at) => versionFamily(at.from, textOf(at, 'record'))),
};
