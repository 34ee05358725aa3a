import type { Effect, MachineEvent } from '../../engine/component.ts';
import type { Turn } from './modules/lock-module.ts';
import type { Instruction } from './script.ts';
import {
  disbelieves,
  forgetting,
  halt,
  isRun,
  instructionOf,
  isStoreAnswer,
  lossOf,
  knows,
  next,
  stateOf,
  storeRequest,
  turnEffects,
  turnOf,
  workEntry,
  beginning,
  afterTurn,
  type Meeting,
} from './worker-steps.ts';
import type { ProcessMemory, ProcessOptions, WorkerOptions, WorkerState } from './worker-state.ts';

interface Args {
  readonly context: ProcessMemory;
  readonly event: MachineEvent;
}

/** What XState's `assign` makes, as far as a region needs it. */
export type Assigning<Action> = (change: (args: Args) => Partial<ProcessMemory>) => Action;

/**
 * The region of one worker: its lock states. The expiry at the service does not touch them, and a grant
 * counts only when its message is handled. What a call of the lock module leads to decides where it goes.
 */
export function workerRegion<Action>(
  process: ProcessOptions,
  worker: WorkerOptions,
  assign: Assigning<Action>,
) {
  const meet = ({ context, event }: Args): Meeting => ({ process, worker, memory: context, event });
  const emit = (make: (meeting: Meeting) => readonly Effect[]) => ({
    type: 'emit' as const,
    params: (args: Args) => make(meet(args)),
  });
  const update = (change: (meeting: Meeting) => WorkerState) =>
    assign(({ context, event }) => {
      const state = change({ process, worker, memory: context, event });
      return { workers: { ...context.workers, [worker.id]: state } };
    });
  const goOn = update((meeting) => ({ ...stateOf(meeting), at: stateOf(meeting).at + 1 }));
  const runNext = emit((meeting) => [next(meeting, 0, false)]);
  /** The worker learns that it lost its key, and the module with it. */
  const gives = (tell: (meeting: Meeting) => readonly Effect[]) =>
    [
      emit((meeting) => [...tell(meeting), ...forgetting(meeting).effects]),
      assign((args) => ({ memory: forgetting(meet(args)).memory })),
    ] as const;
  const stops = [
    update((meeting) => ({ ...stateOf(meeting), believes: null, call: null, progress: null })),
    emit((meeting) => [halt(meeting)]),
  ] as const;

  /** The module was told that the lease is lost, and its policy looks at that. */
  const tellsLoss = (meeting: Meeting): readonly Effect[] => {
    const loss = lossOf(meeting);
    return loss === null ? [] : disbelieves(meeting, loss.reason, loss.margin);
  };
  const isLoss = (args: Args): boolean => lossOf(meet(args)) !== null;
  const loses = { guard: isLoss, target: 'lost', actions: [...gives(tellsLoss), ...stops] };
  /** A worker that waits for a key, perhaps the same again, learns of the loss and waits on. */
  const losesWaiting = {
    guard: isLoss,
    actions: [...gives(tellsLoss), update((meeting) => ({ ...stateOf(meeting), believes: null }))],
  };

  const isMine = (args: Args): boolean => isRun(meet(args));
  const runs = (op: Instruction['op']) => (args: Args) =>
    isMine(args) && instructionOf(meet(args))?.op === op;
  const holds = (args: Args): boolean => stateOf(meet(args)).believes !== null;

  /** Where a call's turn leads: in order, the first whose condition holds decides. */
  const turn = (
    description: string,
    target: string,
    when: (turn: Turn, meeting: Meeting) => boolean,
    more: readonly (Action | ReturnType<typeof emit>)[] = [],
  ) => ({
    description,
    guard: (args: Args) => {
      const made = turnOf(meet(args));
      return made !== null && when(made, meet(args));
    },
    target,
    actions: [
      emit((meeting) => {
        const made = turnOf(meeting);
        return made === null ? [] : turnEffects(meeting, made);
      }),
      assign((args) => {
        const meeting = meet(args);
        const made = turnOf(meeting);
        if (made === null) return {};
        const workers = { ...args.context.workers, [worker.id]: afterTurn(meeting, made) };
        return { memory: made.memory, workers };
      }),
      ...more,
    ],
  });
  const opOf = (meeting: Meeting) => (beginning(meeting) ?? stateOf(meeting).call)?.op;
  const isScripted = worker.script.length > 0;
  const uses = (op: string): boolean =>
    !isScripted || worker.script.some((instruction) => instruction.op === op);
  const continues = isScripted ? [goOn, runNext] : [];
  const asks = (op: string) => (made: Turn, meeting: Meeting) =>
    made.outcome === null && opOf(meeting) === op;
  const isGranted = ({ outcome }: Turn): boolean => outcome?.kind === 'granted';
  /** A call begins. */
  const begin = [
    turn('acquire', 'acquiring', asks('acquire')),
    turn('renew', 'renewing', asks('renew')),
    turn('release', 'releasing', asks('release')),
    ...(uses('fence') ? [turn('fence', 'fencing', asks('fence'))] : []),
    ...(uses('check') ? [turn('check', 'checking', asks('check'))] : []),
  ];
  const granted = turn('granted', 'holding', isGranted, continues);
  const { acquire } = worker.policies;
  const givesUp = isScripted && !(acquire.kind === 'once' && acquire.goesOn);
  const refusal = givesUp ? ('gave up' as const) : ('idle' as const);
  const afterRefusal = givesUp ? [] : continues;
  const refused = turn('refused', refusal, ({ outcome }) => outcome !== null, afterRefusal);
  /** A call other than an acquire is over, and the worker goes on by what it believes. */
  const answered = [
    turn(
      'answered',
      'holding',
      (made, meeting) => made.outcome !== null && holdsAfter(meeting, made),
      continues,
    ),
    turn('answered', 'idle', ({ outcome }) => outcome !== null, continues),
  ];
  /** A call that was over as it began, without a question to anybody. */
  const atOnce = [
    granted,
    turn(
      'refused',
      refusal,
      (made, meeting) => opOf(meeting) === 'acquire' && made.outcome !== null,
      afterRefusal,
    ),
    ...answered,
  ];
  const acquiring = {
    on: {
      '*': [
        turn('refused', 'waiting', ({ outcome, phase }) => outcome === null && phase === 'waiting'),
        turn('retry', 'acquiring', ({ outcome }) => outcome === null),
        granted,
        refused,
        losesWaiting,
      ],
    },
  };
  const calling = (state: string) => ({
    on: { '*': [turn('asks on', state, ({ outcome }) => outcome === null), ...answered, loses] },
  });

  const worksInUnits = worker.script.some(
    (instruction) => instruction.op === 'work' && instruction.unit !== null,
  );
  const beginUnit = {
    guard: (args: Args) => runs('work')(args) && hasUnit(meet(args)),
    target: 'working',
    actions: [
      emit((meeting) => {
        const instruction = instructionOf(meeting);
        const forUs = instruction?.op === 'work' ? instruction.forUs : 0;
        return [...workEntry(meeting, 'start'), next(meeting, forUs, true)];
      }),
    ],
  };
  const run = [
    ...begin,
    ...atOnce,
    ...(worksInUnits ? [beginUnit] : []),
    {
      guard: runs('work'),
      actions: [
        emit((meeting) => {
          const instruction = instructionOf(meeting);
          return instruction?.op === 'work' ? [next(meeting, instruction.forUs, true)] : [];
        }),
        goOn,
      ],
    },
    {
      guard: runs('sleep'),
      actions: [
        emit((meeting) => {
          const instruction = instructionOf(meeting);
          return instruction?.op === 'sleep' ? [next(meeting, instruction.forUs, false)] : [];
        }),
        goOn,
      ],
    },
    { guard: runs('read'), target: 'reading', actions: [emit(storeRequest)] },
    {
      guard: (args: Args) => runs('write')(args) && awaits(meet(args)),
      target: 'writing',
      actions: [emit(storeRequest)],
    },
    { guard: runs('write'), actions: [emit(storeRequest), goOn, runNext] },
    // What cannot be done without a grant is passed over.
    { guard: (args: Args) => isMine(args) && instructionOf(meet(args)) !== undefined, actions: continues },
  ];

  const afterAnswer = [
    {
      guard: (args: Args) => isStoreAnswer(meet(args)) && holds(args),
      target: 'holding',
      actions: [update(knows), ...continues],
    },
    {
      guard: (args: Args) => isStoreAnswer(meet(args)),
      target: 'idle',
      actions: [update(knows), ...continues],
    },
  ];
  const workDone = [emit((meeting) => workEntry(meeting, 'end')), ...continues];
  const afterWork = [
    { guard: (args: Args) => isMine(args) && holds(args), target: 'holding', actions: workDone },
    { guard: isMine, target: 'idle', actions: workDone },
  ];
  const commanded = [...begin, ...atOnce];
  const ready = { run, command: commanded };

  return {
    initial: 'idle',
    entry: [emit((meeting) => (isScripted ? [next(meeting, worker.startUs, false)] : []))],
    on: {
      crash: {
        target: '.idle',
        actions: [emit((meeting) => disbelieves(meeting, 'crashed'))],
      },
      restart: {
        target: '.idle',
        actions: [emit((meeting) => (isScripted ? [next(meeting, 0, false)] : []))],
      },
    },
    states: {
      idle: { on: ready },
      acquiring,
      waiting: acquiring,
      holding: { on: { ...ready, '*': [loses] } },
      reading: { on: { value: afterAnswer, '*': [loses] } },
      writing: {
        on: {
          written: afterAnswer,
          'write.refused': {
            guard: (args: Args) => isStoreAnswer(meet(args)),
            target: 'lost',
            actions: [...gives((meeting) => disbelieves(meeting, 'write-refused')), ...stops],
          },
          '*': [loses],
        },
      },
      // Work that has a name is told; work without one is time that passes.
      ...(worksInUnits ? { working: { on: { run: afterWork, '*': [loses] } } } : {}),
      renewing: calling('renewing'),
      releasing: calling('releasing'),
      // Only scripts and callers that use a counter or ask whether they hold have these.
      ...(uses('fence') ? { fencing: calling('fencing') } : {}),
      ...(uses('check') ? { checking: calling('checking') } : {}),
      // Told that it holds no longer: it stops its work.
      lost: { on: { command: commanded } },
      'gave up': { on: { command: commanded } },
    },
  };
}

function awaits(meeting: Meeting): boolean {
  const instruction = instructionOf(meeting);
  return instruction?.op === 'write' && instruction.awaits;
}

function hasUnit(meeting: Meeting): boolean {
  const instruction = instructionOf(meeting);
  return instruction?.op === 'work' && instruction.unit !== null;
}

function holdsAfter(meeting: Meeting, made: Turn): boolean {
  return made.outcome !== null && afterTurn(meeting, made).believes !== null;
}
