import * as v from 'valibot';
import { problemOf } from '../problem-of.ts';
import { allSteps, stepsOf, type PlacedStep } from '../documents/steps.ts';
import { compile } from './compile.ts';
import type { InstructionDocument } from './instructions.ts';
import type { RarePolicies } from './policies.ts';
import type { ExtrasDocument, ExtrasSetting } from './registry.ts';

type Tell = (where: string, what: string) => void;

/** The longest script that a worker runs, with everything that its policies add. */
const LONGEST_SCRIPT = 1000;

/** What of a client's extras does not fit its lock module, its stores or its other fields. */
export function checkExtras(document: ExtrasDocument, setting: ExtrasSetting, tell: Tell): void {
  const { script, policies } = document;
  const { script: compiled } = compile(script, policies, setting);
  if (compiled.length > LONGEST_SCRIPT)
    tell('script', `comes to more than ${String(LONGEST_SCRIPT)} instructions`);
  const steps = stepsOf(script);
  checkPolicies(policies, steps, setting, tell);
  checkComputed(steps, setting.store, tell);
  for (const [step, where] of steps) {
    if (step.op === 'repeat' && step.times === undefined && !takesTime(step.do))
      tell(
        `${where}.do`,
        'must have work or sleep that takes time, for it is repeated to the end of the run',
      );
    if (step.op === 'operate') checkOperate(step, setting, where, tell);
    const isOfContext =
      step.op === 'end-context' || ((step.op === 'acquire' || step.op === 'release') && step.contextEnded);
    if (isOfContext && !setting.contexts.includes(step.op)) {
      const field = step.op === 'end-context' ? 'op' : 'contextEnded';
      tell(`${where}.${field}`, `"${setting.lock}" looks at no context here`);
    }
  }
}

/** What a script asks of a node by hand: that it is there and has such a request. */
function checkOperate(
  { at, request }: Extract<InstructionDocument, { readonly op: 'operate' }>,
  { service, nodes, operator }: ExtrasSetting,
  where: string,
  tell: Tell,
): void {
  if (operator === undefined) {
    tell(`${where}.op`, `nothing can be asked of "${service}" by hand`);
    return;
  }
  if (at !== undefined && !nodes.includes(at))
    tell(`${where}.at`, `"${at}" is not a node of the service; it must be one of ${nodes.join(', ')}`);
  const read = v.safeParse(operator, request);
  for (const issue of read.issues ?? []) {
    const { where: field, what } = problemOf(issue);
    tell(`${where}.request${field === '' ? '' : `.${field}`}`, what);
  }
}

/** What a policy asks of the lock module, and of the script. */
function checkPolicies(
  { beforeWrite, refusedWrite }: RarePolicies,
  steps: readonly PlacedStep[],
  { lock, operations }: ExtrasSetting,
  tell: Tell,
): void {
  const need = (policy: string, chosen: string | undefined, op: string): void => {
    if (chosen !== undefined && !operations.includes(op))
      tell(
        `policies.${policy}`,
        `"${chosen}" needs ${op}, which "${lock}" has not; it has ${operations.join(', ')}`,
      );
  };
  need('beforeWrite', beforeWrite === 'asks-service' ? beforeWrite : undefined, 'check');
  need('beforeWrite', beforeWrite === 'fetches-token' ? beforeWrite : undefined, 'fence');
  need('refusedWrite', refusedWrite === 'retries-with-fresh-token' ? refusedWrite : undefined, 'fence');
  if (refusedWrite !== 'retries-acquire') return;
  const acquired = new Set(steps.flatMap(([step]) => (step.op === 'acquire' ? [step.key] : [])));
  for (const [step, where] of steps) {
    if (step.op === 'write' && !acquired.has(step.key))
      tell(`${where}.key`, `"${step.key}" is acquired nowhere, so that "retries-acquire" knows no ttl`);
  }
}

/** A value is computed from a record that was read before. */
function checkComputed(steps: readonly PlacedStep[], defaultStore: string, tell: Tell): void {
  const read = new Set<string>();
  for (const [step, where] of steps) {
    if (step.op === 'read') read.add(`${step.store ?? defaultStore}/${step.record}`);
    if (step.op !== 'write' || typeof step.value === 'string') continue;
    if (!read.has(`${step.store ?? defaultStore}/${step.value.read}`))
      tell(`${where}.value.read`, `"${step.value.read}" is not read before this`);
    if (step.add !== undefined) tell(`${where}.add`, 'must be left out where a value is computed');
  }
}

function takesTime(script: readonly InstructionDocument[]): boolean {
  return allSteps(script).some((step) => (step.op === 'work' || step.op === 'sleep') && step.for > 0);
}
