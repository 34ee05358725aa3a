import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { BrokenPromise } from '../engine/assert.ts';
import type {
  Component,
  Effect,
  MachineEvent,
  MachineState,
  ProcessStatus,
  Role,
  Step,
} from '../engine/component.ts';
import type { RankRules } from '../engine/ranks.ts';
import type { Json } from '../engine/trace.ts';

/** What a machine is to the engine, beside its behaviour. */
export interface ComponentOptions {
  readonly id: string;
  readonly role: Role;
  readonly lanes?: readonly string[];
  readonly spontaneous?: readonly MachineEvent[];
  readonly dated?: true;
  readonly ranks?: RankRules;
}

/**
 * Makes an XState machine a component of the engine: the only place that calls XState. The machine is
 * driven as a pure function. What it does with one event in one state is computed once and remembered;
 * states are shared objects, equal states being the same one. A machine that several components share is told by
 * `onTurn` whose turn it is, each time before it is asked.
 */
export function componentOf(
  machine: AnyStateMachine,
  options: ComponentOptions,
  onTurn: () => void = () => undefined,
): Component {
  const { ranks, ...rest } = options;
  const driven = new DrivenMachine(machine, options.id, onTurn);
  const component: Component = {
    ...freeze({ ...rest }),
    ...(ranks === undefined ? {} : { ranks }),
    initial: () => driven.initial(),
    step: (state, event) => driven.step(state, event),
    status: (state) => driven.status(state),
  };
  machines.set(component, machine);
  return component;
}

/** The machine that drives a component, for who wants to show it; undefined for one that has none. */
export function machineOf(component: Component): AnyStateMachine | undefined {
  return machines.get(component);
}

const machines = new WeakMap<Component, AnyStateMachine>();

/** States remembered before memory is given up and filled anew. */
const MEMORY_LIMIT = 50_000;

interface Known {
  readonly snapshot: AnyMachineSnapshot;
  readonly state: MachineState;
  readonly status: ProcessStatus;
  readonly steps: Map<string, Step | null>;
}

class DrivenMachine {
  private readonly machine: AnyStateMachine;
  private readonly id: string;
  private readonly onTurn: () => void;
  private byObject = new WeakMap<MachineState, Known>();
  private byKey = new Map<string, Known>();
  private first: Step | undefined;

  constructor(machine: AnyStateMachine, id: string, onTurn: () => void) {
    this.machine = machine;
    this.id = id;
    this.onTurn = onTurn;
  }

  initial(): Step {
    if (this.first === undefined) {
      const effects: Effect[] = [];
      this.onTurn();
      const snapshot = collecting(effects, () => this.machine.getInitialSnapshot(SCOPE, undefined));
      this.first = { state: this.remember(snapshot).state, effects: freeze(effects) };
    }
    return this.first;
  }

  step(state: MachineState, event: MachineEvent): Step | null {
    const known = this.known(state);
    const key = eventKey(event);
    const remembered = known.steps.get(key);
    if (remembered !== undefined) return remembered;
    const step = this.compute(known, event);
    known.steps.set(key, step);
    return step;
  }

  status(state: MachineState): ProcessStatus {
    return this.known(state).status;
  }

  private compute(known: Known, event: MachineEvent): Step | null {
    const effects: Effect[] = [];
    let acted = false;
    this.onTurn();
    const next = collecting(
      effects,
      () => this.machine.transition(known.snapshot, event, SCOPE),
      () => {
        acted = true;
      },
    );
    if (next.status === 'error')
      throw new BrokenPromise(`machine "${this.id}" failed on ${JSON.stringify(event)}`);
    // XState gives the same snapshot back where no transition is enabled.
    if (next === known.snapshot && !acted) return null;
    return { state: this.remember(next).state, effects: freeze(effects) };
  }

  private known(state: MachineState): Known {
    const known = this.byObject.get(state) ?? this.byKey.get(keyOf(state));
    if (known !== undefined) return known;
    const { value, context } = state;
    return this.remember(this.machine.resolveState({ value, context } as never) as AnyMachineSnapshot);
  }

  private remember(snapshot: AnyMachineSnapshot): Known {
    const state: MachineState = { value: snapshot.value as Json, context: snapshot.context as Json };
    const key = keyOf(state);
    const before = this.byKey.get(key);
    if (before !== undefined) return before;
    if (this.byKey.size >= MEMORY_LIMIT) {
      this.byKey = new Map();
      this.byObject = new WeakMap();
    }
    const known: Known = { snapshot, state: freeze(state), status: statusOf(snapshot), steps: new Map() };
    this.byKey.set(key, known);
    this.byObject.set(known.state, known);
    return known;
  }
}

/** Machines say by tag that they do not run; see the process region of each. */
function statusOf(snapshot: AnyMachineSnapshot): ProcessStatus {
  if (snapshot.hasTag('paused')) return 'paused';
  return snapshot.hasTag('crashed') ? 'crashed' : 'running';
}

function keyOf(state: MachineState): string {
  return JSON.stringify([state.value, state.context]);
}

const eventKeys = new WeakMap<MachineEvent, string>();

/** Events that come from remembered steps are met again as the same object. */
function eventKey(event: MachineEvent): string {
  const known = eventKeys.get(event);
  if (known !== undefined) return known;
  const key = JSON.stringify(event);
  if (Object.isFrozen(event)) eventKeys.set(event, key);
  return key;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

let sink: Effect[] | null = null;
let onAction: (() => void) | null = null;

/**
 * The scope that XState wants for a transition, inert and shared by all. It only collects the effects of
 * our one action. Semi-internal: the version of XState is pinned, and drive.test.ts guards what we use.
 */
const SCOPE = {
  id: 'inert',
  sessionId: 'inert',
  self: {},
  system: { _sendInspectionEvent: () => undefined, _logger: () => undefined },
  logger: () => undefined,
  defer: () => undefined,
  stopChild: () => undefined,
  emit: () => undefined,
  actionExecutor: (action: { readonly type: string; readonly params: unknown }) => {
    onAction?.();
    if (action.type !== 'emit') throw new BrokenPromise(`a machine asked for the action "${action.type}"`);
    for (const effect of action.params as readonly Effect[]) sink?.push(effect);
  },
} as unknown as AnyActorScope;

function collecting<T>(effects: Effect[], run: () => T, acted: (() => void) | null = null): T {
  sink = effects;
  onAction = acted;
  try {
    return run();
  } finally {
    sink = null;
    onAction = null;
  }
}
