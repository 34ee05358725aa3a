import { setup, type AnyStateMachine } from 'xstate';
import { promise } from '../../engine/assert.ts';
import type { Component, MachineEvent } from '../../engine/component.ts';
import { Recent } from '../../engine/recent.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import { processRegion } from '../process-region.ts';
import type { BackgroundTurn } from './modules/lock-module.ts';
import { processRanks } from './ranks.ts';
import { wayName, WorkerBehaviour, type Args } from './worker/behaviour.ts';
import type { Edge, Part } from './worker/reaction.ts';
import { workerRegion } from './worker/region.ts';
import { AT_REST, type ProcessMemory, type ProcessOptions } from './worker/state.ts';

/**
 * A process: workers that run their scripts, or do what they are commanded from outside, over one lock
 * module whose records they share. They pause and crash together. `parts` are what its workers can do beyond
 * what every worker can.
 */
export function clientProcess(options: ProcessOptions, parts: readonly Part[] = NO_PARTS): Component {
  const lanes = options.workers.map(({ id }) => id);
  const ranks = processRanks(options);
  const behaviour = new ProcessBehaviour(options, parts);
  return componentOf(
    sharedMachine(behaviour),
    {
      id: options.id,
      role: 'client',
      ...(lanes.length === 1 && lanes[0] === options.id ? {} : { lanes }),
      ...(ranks === undefined ? {} : { ranks }),
    },
    () => {
      turn = behaviour;
    },
  );
}

const NO_PARTS: readonly Part[] = [];

/** What events do to one process: all that its machine asks and that depends on its options. */
class ProcessBehaviour {
  readonly workers: readonly WorkerBehaviour[];
  /** The regions of the workers by their names, and the ways of each. */
  readonly shape: Shape;
  private readonly options: ProcessOptions;

  constructor(options: ProcessOptions, parts: readonly Part[]) {
    this.options = options;
    this.workers = options.workers.map((worker) => new WorkerBehaviour(options, worker, parts));
    this.shape = this.workers.map(({ ways }, index) => [regionName(options, index), ways]);
  }

  first(): ProcessMemory {
    const { module, workers } = this.options;
    return { memory: module.initial, workers: Object.fromEntries(workers.map(({ id }) => [id, AT_REST])) };
  }

  fallen(before: ProcessMemory): ProcessMemory {
    const { module, workers } = this.options;
    return {
      memory: module.initial,
      workers: Object.fromEntries(
        workers.map(({ id }) => {
          // Conversations are numbered on, so that an answer to an earlier life is told from one to the next, and
          // time does not go back.
          const { calls, past } = before.workers[id] ?? AT_REST;
          return [id, { ...AT_REST, calls, past }];
        }),
      ),
    };
  }

  background({ context, event }: Args): BackgroundTurn | null {
    return this.options.module.background(context.memory, this.options.id, event);
  }
}

type Shape = readonly (readonly [region: string, ways: readonly Edge[]])[];

/** The process whose machine is asked. Machines are asked one at a time, each to its end; see `componentOf`. */
let turn: ProcessBehaviour | null = null;

function atWork(): ProcessBehaviour {
  promise(turn !== null, 'a machine of processes is asked for one of them');
  return turn;
}

function workerAtWork(index: number): WorkerBehaviour {
  const worker = atWork().workers[index];
  promise(worker !== undefined, 'every region has its worker');
  return worker;
}

/** By shape. */
const MACHINES = new Recent<AnyStateMachine>(200);

/**
 * The machine of a process. Processes whose workers go the same ways have the same one: making one takes longer than
 * playing a run by it, and where a duration changes, the ways do not.
 */
function sharedMachine({ shape }: ProcessBehaviour): AnyStateMachine {
  const key = JSON.stringify(shape.map(([region, ways]) => [region, numberOf(ways)]));
  return MACHINES.get(key, () => processMachine(shape));
}

/** Ways by what they say; workers of one outline have the same object. */
const NUMBERS = new Recent<number>(500);
const NUMBERED = new WeakMap<readonly Edge[], number>();
let numbered = 0;

/** A number for ways: equal ones have the same. */
function numberOf(ways: readonly Edge[]): number {
  const known = NUMBERED.get(ways);
  if (known !== undefined) return known;
  const number = NUMBERS.get(JSON.stringify(ways.map(wayName)), () => {
    numbered += 1;
    return numbered;
  });
  NUMBERED.set(ways, number);
  return number;
}

/** The machine of all processes of a shape: a region for each worker beside the process and its module. */
function processMachine(shape: Shape) {
  const machines = setup({
    types: { context: {} as ProcessMemory, events: {} as MachineEvent },
    actions: effectActions,
  });
  const { assign } = machines;
  return machines.createMachine({
    id: 'process',
    type: 'parallel',
    context: () => atWork().first(),
    states: {
      process: processRegion,
      ...Object.fromEntries(
        shape.map(([region, ways], index) => [region, workerRegion(ways, () => workerAtWork(index), assign)]),
      ),
      // Last, so that a worker meets an event with the memory as it was.
      module: {
        initial: 'ready',
        states: {
          ready: {
            on: {
              crash: {
                actions: [
                  { type: 'emit', params: (args: Args) => atWork().background(args)?.effects ?? [] },
                  assign(({ context }: Args) => atWork().fallen(context)),
                ],
              },
              '*': {
                guard: (args: Args) => atWork().background(args) !== null,
                actions: [
                  { type: 'emit', params: (args: Args) => atWork().background(args)?.effects ?? [] },
                  assign((args: Args) => ({
                    memory: atWork().background(args)?.memory ?? args.context.memory,
                  })),
                ],
              },
            },
          },
        },
      },
    },
  });
}

/** The only worker of a process is its lock region; several are named. */
function regionName({ workers }: ProcessOptions, index: number): string {
  return workers.length === 1 ? 'lock' : `worker ${workers[index]?.id ?? ''}`;
}
