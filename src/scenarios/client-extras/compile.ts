import * as v from 'valibot';
import { fromMs } from '../../engine/time.ts';
import type { Instruction } from '../../machines/client/script.ts';
import { instructionOf } from '../build/instructions.ts';
import { allSteps } from '../documents/steps.ts';
import { bodyOf } from '../services/operators/operator.ts';
import type { InstructionDocument } from './instructions.ts';
import type { RarePolicies } from './policies.ts';
import type { ScriptSetting } from './registry.ts';

type Write = Extract<Instruction, { readonly op: 'write' }>;

/** A script as a worker runs it, the instants that it waits for, and where it goes on when it ends early while it holds a key. */
export interface Compiled {
  readonly script: readonly Instruction[];
  readonly finallyAt?: number;
  readonly instantsUs?: readonly number[];
  /** Where each of the acts begins. */
  readonly acts?: readonly number[];
}

/**
 * A script as its worker runs it: what a policy does around each write, and the rounds of loops, become
 * instructions of their own.
 */
export function compile(
  script: readonly InstructionDocument[],
  policies: RarePolicies,
  setting: ScriptSetting,
  acts: readonly InstructionDocument[] = [],
): Compiled {
  const { store: defaultStore } = setting;
  const all = allSteps([...script, ...acts]);
  const ttls = new Map(all.flatMap((step) => (step.op === 'acquire' ? [[step.key, fromMs(step.ttl)]] : [])));
  const counted = new Set(all.flatMap((step) => (step.op === 'fence' ? [step.key] : [])));
  const kept = new Set(
    all.flatMap((step) =>
      step.op === 'write' && typeof step.value !== 'string'
        ? [`${step.store ?? defaultStore}/${step.value.read}`]
        : [],
    ),
  );

  const named = all.flatMap((step) => (step.op === 'wait-until' && step.at > 0 ? [fromMs(step.at)] : []));
  const instantsUs = [...new Set(named)].toSorted((a, b) => a - b);

  const compiled = (step: InstructionDocument): readonly Instruction[] => {
    switch (step.op) {
      case 'check':
        return [{ op: 'check', key: step.key, skip: 0 }];
      case 'end-context':
        return [{ op: 'end-context', key: step.key }];
      case 'wait-until':
        return [waited(fromMs(step.at), instantsUs)];
      case 'operate':
        return [operated(step, setting)];
      case 'repeat': {
        const body = step.do.flatMap(compiled);
        return [...body, { op: 'again', back: body.length, times: step.times ?? null }];
      }
      default: {
        const plain = instructionOf(step, defaultStore);
        if (plain.op === 'write') return written(plain, policies, { ttls, counted });
        if (plain.op !== 'read') return [plain];
        const keeps = kept.has(`${plain.store}/${plain.record}`);
        const expects = step.op === 'read' ? step.expects : undefined;
        return [{ ...plain, ...(keeps ? { keeps } : {}), ...(expects === undefined ? {} : { expects }) }];
      }
    }
  };

  const main = script.flatMap(compiled);
  const times = instantsUs.length === 0 ? {} : { instantsUs };
  if (policies.finally !== 'releases') return { ...withActs(main, acts.map(compiled)), ...times };
  const back = [...ttls.keys()].toReversed();
  const whole: readonly Instruction[] = [
    ...main,
    { op: 'end' },
    ...back.map((key): Instruction => ({ op: 'release', key, onlyHeld: true })),
  ];
  return { ...withActs(whole, acts.map(compiled)), finallyAt: main.length + 1, ...times };
}

/** A script with what is done beside it behind its end. */
function withActs(
  script: readonly Instruction[],
  acts: readonly (readonly Instruction[])[],
): Pick<Compiled, 'script' | 'acts'> {
  if (acts.length === 0) return { script };
  const whole: Instruction[] = [...script, { op: 'end' }];
  const places = acts.map((act) => {
    const place = whole.length;
    whole.push(...act, { op: 'back' });
    return place;
  });
  return { script: whole, acts: places };
}

/** The start of the run is past at once. */
function waited(atUs: number, instantsUs: readonly number[]): Instruction {
  return atUs === 0 ? { op: 'sleep', forUs: 0 } : { op: 'wait-until', instant: instantsUs.indexOf(atUs) };
}

/** A request by hand, once it has been checked: the service reads it as it reads it for its problems. */
function operated(
  { at, request }: Extract<InstructionDocument, { readonly op: 'operate' }>,
  { nodes, operator }: ScriptSetting,
): Instruction {
  const to = at ?? nodes[0];
  const read = operator === undefined ? undefined : v.safeParse(operator, request);
  return {
    op: 'operate',
    to: to ?? '',
    body: read?.success === true ? bodyOf(read.output) : { type: request.type },
  };
}

/** What a script does with its keys. */
interface Keys {
  /** The TTL with which each key is acquired, in microseconds. */
  readonly ttls: ReadonlyMap<string, number>;
  /** Keys whose tokens come from a counter. */
  readonly counted: ReadonlySet<string>;
}

/** A write, with what goes before it and what is done once more when it is refused. */
function written(
  write: Write,
  { beforeWrite, refusedWrite }: RarePolicies,
  { ttls, counted }: Keys,
): readonly Instruction[] {
  const { key } = write;
  const before = (last: readonly Instruction[]): readonly Instruction[] => {
    if (beforeWrite === 'asks-service') return [{ op: 'check', key, skip: last.length }, ...last];
    return beforeWrite === 'fetches-token' ? [{ op: 'fence', key }, ...last] : last;
  };
  switch (refusedWrite) {
    case 'goes-on':
      return before([{ ...write, onRefused: 'goes-on' }]);
    case 'retries-with-fresh-token': {
      const again = [{ op: 'fence', key } as const, ...before([write])];
      return before([{ ...write, onRefused: 'retries', skip: again.length }, ...again]);
    }
    case 'retries-acquire': {
      const acquire = { op: 'acquire', key, ttlUs: ttls.get(key) ?? 0, reentrant: false } as const;
      // Where tokens come from a counter, the new lease takes one too.
      const fence = counted.has(key) ? [{ op: 'fence', key } as const] : [];
      const again = [acquire, ...fence, ...before([write])];
      return before([{ ...write, onRefused: 'loses-and-retries', skip: again.length }, ...again]);
    }
    default:
      return before([write]);
  }
}
