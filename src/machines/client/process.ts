import { setup } from 'xstate';
import type { Component, MachineEvent } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import { processRegion } from '../process-region.ts';
import type { BackgroundTurn } from './modules/lock-module.ts';
import { processRanks } from './ranks.ts';
import type { Part } from './worker/reaction.ts';
import { workerRegion } from './worker/region.ts';
import { AT_REST, type ProcessMemory, type ProcessOptions } from './worker/state.ts';

interface Args {
  readonly context: ProcessMemory;
  readonly event: MachineEvent;
}

/**
 * A process: workers that run their scripts, or do what they are commanded from outside, over one lock
 * module whose records they share. They pause and crash together. `parts` are what its workers can do beyond
 * what every worker can.
 */
export function clientProcess(options: ProcessOptions, parts: readonly Part[] = []): Component {
  const lanes = options.workers.map(({ id }) => id);
  const ranks = processRanks(options);
  return componentOf(processMachine(options, parts), {
    id: options.id,
    role: 'client',
    ...(lanes.length === 1 && lanes[0] === options.id ? {} : { lanes }),
    ...(ranks === undefined ? {} : { ranks }),
  });
}

/** The machine behind `clientProcess`: a region for each worker beside the process and its module. */
export function processMachine(options: ProcessOptions, parts: readonly Part[] = []) {
  const machines = setup({
    types: { context: {} as ProcessMemory, events: {} as MachineEvent },
    actions: effectActions,
  });
  const { assign } = machines;
  const { module } = options;
  const first = (): ProcessMemory => ({
    memory: module.initial,
    workers: Object.fromEntries(options.workers.map(({ id }) => [id, AT_REST])),
  });
  const fallen = ({ workers }: ProcessMemory): ProcessMemory => ({
    memory: module.initial,
    workers: Object.fromEntries(
      options.workers.map(({ id }) => {
        // Conversations are numbered on, so that an answer to an earlier life is told from one to the next, and
        // time does not go back.
        const { calls, past } = workers[id] ?? AT_REST;
        return [id, { ...AT_REST, calls, past }];
      }),
    ),
  });
  const background = ({ context, event }: Args): BackgroundTurn | null =>
    module.background(context.memory, options.id, event);

  return machines.createMachine({
    id: options.id,
    type: 'parallel',
    context: first,
    states: {
      process: processRegion,
      ...Object.fromEntries(
        options.workers.map((worker) => [
          regionName(options, worker.id),
          workerRegion(options, worker, parts, assign),
        ]),
      ),
      // Last, so that a worker meets an event with the memory as it was.
      module: {
        initial: 'ready',
        states: {
          ready: {
            on: {
              crash: {
                actions: [
                  { type: 'emit', params: (args: Args) => background(args)?.effects ?? [] },
                  assign(({ context }: Args) => fallen(context)),
                ],
              },
              '*': {
                guard: (args: Args) => background(args) !== null,
                actions: [
                  { type: 'emit', params: (args: Args) => background(args)?.effects ?? [] },
                  assign((args: Args) => ({ memory: background(args)?.memory ?? args.context.memory })),
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
function regionName({ workers }: ProcessOptions, worker: string): string {
  return workers.length === 1 ? 'lock' : `worker ${worker}`;
}
