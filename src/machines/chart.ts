import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Json } from '../engine/trace.ts';

/** A machine as states and the ways between them: what a picture of it needs, without any place on paper. */
export interface Chart {
  readonly regions: readonly ChartRegion[];
}

/** Part of a machine that is in exactly one of its states, beside the other regions. */
export interface ChartRegion {
  /** Path from the root, joined by dots; the machine's own id where the machine has a single region. */
  readonly id: string;
  /** The keys that lead to it in a state value. */
  readonly path: readonly string[];
  /** Last part of the path. */
  readonly label: string;
  readonly initial: string;
  readonly states: readonly ChartState[];
  readonly edges: readonly ChartEdge[];
}

/** One state of a region. */
export interface ChartState {
  /** Path within the region, joined by dots. */
  readonly id: string;
  readonly tags: readonly string[];
  /** Events that it takes without leaving. */
  readonly stays: readonly string[];
}

/** All transitions from one state to another. */
export interface ChartEdge {
  /** Null: from whichever state the region is in. */
  readonly from: string | null;
  readonly to: string;
  /** Names of events, with the guard in brackets where it has a name. */
  readonly events: readonly string[];
}

const charts = new WeakMap<AnyStateMachine, Chart>();

/** Reads a machine's definition. The same machine gives the same chart object. */
export function chartOf(machine: AnyStateMachine): Chart {
  const known = charts.get(machine);
  if (known !== undefined) return known;
  const chart: Chart = { regions: regionsOf(machine.root) };
  charts.set(machine, chart);
  return chart;
}

/** Which state each region is in, by region id; a region that is not active is left out. */
export function currentStates(chart: Chart, value: Json): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const region of chart.regions) {
    const inside = at(value, region.path);
    const path = inside === undefined ? null : leafPath(inside);
    const state = region.states.find(({ id }) => id === path || path?.startsWith(`${id}.`));
    if (state !== undefined) found.set(region.id, state.id);
  }
  return found;
}

/** An edge of a region between two states, direct or from any state; undefined if there is none. */
export function edgeBetween(region: ChartRegion, from: string, to: string): ChartEdge | undefined {
  return (
    region.edges.find((edge) => edge.from === from && edge.to === to) ??
    region.edges.find((edge) => edge.from === null && edge.to === to)
  );
}

function regionsOf(node: AnyStateNode): readonly ChartRegion[] {
  if (node.type === 'parallel') return children(node).flatMap(regionsOf);
  if (node.type !== 'compound') return [];
  const leaves = leavesOf(node);
  // A leaf with regions of its own is a state here and opens into further regions.
  // A region of one state has nothing to show.
  const own = leaves.length < 2 ? [] : [regionOf(node, leaves)];
  return [...own, ...leaves.flatMap((leaf) => children(leaf).flatMap(regionsOf))];
}

function regionOf(node: AnyStateNode, leaves: readonly AnyStateNode[]): ChartRegion {
  const edges = new Map<string, { from: string | null; to: string; events: Set<string> }>();
  const add = (from: string | null, to: string, event: string): void => {
    const key = JSON.stringify([from, to]);
    const edge = edges.get(key) ?? { from, to, events: new Set() };
    edge.events.add(event);
    edges.set(key, edge);
  };
  const states = leaves.map((leaf): ChartState => {
    const stays = new Set<string>();
    const id = pathWithin(node, leaf);
    for (let owner = leaf; owner !== node && owner.parent !== undefined; owner = owner.parent) {
      for (const transition of transitionsOf(owner)) {
        const to = targetWithin(node, transition.target);
        if (to === null) stays.add(transition.name);
        else add(id, to, transition.name);
      }
    }
    return { id, tags: leaf.tags, stays: [...stays] };
  });
  for (const transition of transitionsOf(node)) {
    const to = targetWithin(node, transition.target);
    if (to !== null) add(null, to, transition.name);
  }
  const id = node.path.length === 0 ? node.id : node.path.join('.');
  return {
    id,
    path: node.path,
    label: node.path.at(-1) ?? node.id,
    initial: pathWithin(node, firstLeaf(node)),
    states,
    edges: [...edges.values()].map(({ from, to, events }) => ({ from, to, events: [...events] })),
  };
}

interface NamedTransition {
  readonly name: string;
  readonly target: readonly AnyStateNode[] | undefined;
}

function transitionsOf(node: AnyStateNode): readonly NamedTransition[] {
  const found: NamedTransition[] = [];
  for (const [event, transitions] of node.transitions) {
    for (const { guard, target, description } of transitions) {
      // What leads on may be more telling than the event that carries it.
      found.push({ name: description ?? named(event, guard), target });
    }
  }
  for (const { guard, target } of node.always ?? []) found.push({ name: named('always', guard), target });
  return found;
}

/** A guard has a name only where the definition gives it one: a function's name does not survive a build. */
function named(event: string, guard: unknown): string {
  const name = typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : guard;
  return typeof name === 'string' ? `${event} [${name}]` : event;
}

function targetWithin(region: AnyStateNode, targets: readonly AnyStateNode[] | undefined): string | null {
  for (const target of targets ?? []) {
    for (let node: AnyStateNode | undefined = target; node !== undefined; node = node.parent) {
      if (node === region) return pathWithin(region, firstLeaf(target));
    }
  }
  return null;
}

function leavesOf(node: AnyStateNode): readonly AnyStateNode[] {
  return children(node).flatMap((child) => (child.type === 'compound' ? leavesOf(child) : [child]));
}

function firstLeaf(node: AnyStateNode): AnyStateNode {
  const next = node.type === 'compound' ? node.initial.target[0] : undefined;
  return next === undefined ? node : firstLeaf(next);
}

function children(node: AnyStateNode): readonly AnyStateNode[] {
  return Object.values(node.states);
}

function pathWithin(region: AnyStateNode, node: AnyStateNode): string {
  return node.path.slice(region.path.length).join('.');
}

function at(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) here = here === undefined ? undefined : field(here, step);
  return here;
}

function field(value: Json, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined;
}

/** The path that a state value spells out, as far as it is one path. */
function leafPath(value: Json): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value as { readonly [name: string]: Json });
  const [first] = entries;
  if (first === undefined || entries.length > 1) return null;
  const rest = leafPath(first[1]);
  return rest === null ? first[0] : `${first[0]}.${rest}`;
}
