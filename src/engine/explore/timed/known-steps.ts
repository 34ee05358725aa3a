import { promise } from '../../assert.ts';
import { NeedsTimes } from './marks.ts';
import type { OpenedWorld } from './opened-world.ts';
import type { Chosen, KnownShapes, Program, StepNode, Steps } from './steps.ts';
import type { TimedSpace } from './timed-space.ts';

type Roots = (StepNode | undefined)[];

/** The steps that are known of one shape. */
interface OfShape {
  /** By what is taken and which busy instructions are due. */
  readonly own: Roots;
  /** By type of message. */
  readonly messages: Roots;
  readonly losses: Roots;
  readonly copies: Roots;
}

/** What each choice does, by the shapes that it reads; what is not known yet is worked out. */
export class KnownSteps {
  /** On which other places' shapes it depends what the last one was, each once, in the order in which they are asked. */
  readonly reads: number[] = [];
  private readonly space: TimedSpace;
  private readonly steps: Steps;
  private readonly known: OfShape[][];
  /** Steps that depend on the very times: by choice, and shape and times of each place that is read. */
  private readonly exact = new Map<string, StepNode>();

  constructor(space: TimedSpace) {
    this.space = space;
    this.steps = space.steps;
    this.known = space.places.map(() => []);
  }

  /**
   * What happens when something pending is taken, or what a component does of its own accord. `due`: which of the
   * shape's busy instructions are not still to come, as bits.
   */
  own(from: OpenedWorld, place: number, what: number, due: number): Program {
    const shape = from.shapes[place];
    const number = from.numbers[place] ?? 0;
    promise(shape !== undefined, 'every place of a world has a shape');
    const { busy, looked } = shape;
    const roots = this.ofShape(place, number).own;
    const root = (what << busy.length) | due;
    const program = this.follow(from, roots[root]);
    if (program !== null) return program;
    const item = looked[what]?.item ?? null;
    const offer = item === null ? shape.spontaneous[what - looked.length] : undefined;
    const kind = item?.kind ?? offer?.kind ?? 'event';
    const chosen = { place, shape: number, kind, item, event: offer?.event, message: -1, due };
    return this.learn(from, roots, root, chosen, -1);
  }

  /** What happens when a message is handled, lost on its way, or doubled. */
  message(
    from: OpenedWorld,
    place: number,
    message: number,
    kind: 'message' | 'lose' | 'duplicate',
  ): Program {
    const number = from.numbers[place] ?? 0;
    const type = from.messageType(place, message);
    const known = this.ofShape(place, number);
    const roots = known[ROOTS[kind]];
    const program = this.follow(from, roots[type]);
    if (program !== null) return program;
    const item = this.space.places[place]?.message(type) ?? null;
    const chosen = { place, shape: number, kind, item, event: undefined, message: type, due: 0 };
    return this.learn(from, roots, type, chosen, message);
  }

  /** Lets the tree of a choice grow until it is known what it does here. */
  private learn(from: OpenedWorld, roots: Roots, root: number, chosen: Chosen, message: number): Program {
    if (roots[root]?.isExact === true) return this.exactly(from, chosen, message);
    const shapes = new Map([[chosen.place, chosen.shape]]);
    const known: KnownShapes = { shapes, boxes: new Map(), world: from.numbers, reads: [] };
    let nodes = roots;
    let index = root;
    const goOn = (node: StepNode): void => {
      nodes[index] = node;
      index = branchOf(from, node);
      nodes = node.next;
    };
    try {
      for (;;) {
        let node = nodes[index];
        if (node === undefined) {
          known.reads.length = 0;
          node = this.steps.workOut(chosen, known, null);
          for (const read of known.reads)
            goOn({ place: read.place, ofBox: read.ofBox, program: null, next: [] });
        }
        const { program, place, ofBox } = node;
        if (program !== null) {
          nodes[index] = node;
          this.follow(from, roots[root]);
          return program;
        }
        (ofBox ? known.boxes : shapes).set(place, from.numbers[place] ?? 0);
        goOn(node);
      }
    } catch (error) {
      if (!(error instanceof NeedsTimes)) throw error;
      roots[root] = { place: -1, ofBox: false, program: null, next: [], isExact: true };
      return this.exactly(from, chosen, message);
    }
  }

  /** What a choice does that depends on the very times of what it reads. */
  private exactly(from: OpenedWorld, chosen: Chosen, message: number): Program {
    this.reads.length = 0;
    from.fill();
    const start = from.messageAt(chosen.place, message);
    const travelling = message < 0 ? [] : [...from.row.subarray(start + 2, start + this.space.stride)];
    const exact = { of: (place: number, slot: number) => from.time(place, slot), travelling };
    const shapes = new Map([[chosen.place, chosen.shape]]);
    const known: KnownShapes = { shapes, boxes: new Map(), world: null, reads: [] };
    const { place, kind, item, event, due } = chosen;
    let key = JSON.stringify([kind, item?.kind, item?.id, event, chosen.message, due, travelling]);
    for (let read = place; ;) {
      const times = from.shapes[read]?.ages.map((_, slot) => from.time(read, slot)) ?? [];
      key += ` ${String(read)} ${String(from.numbers[read])} ${times.join(' ')}`;
      const node = this.exact.get(key) ?? this.steps.workOut(chosen, known, exact);
      this.exact.set(key, node);
      if (node.program !== null) return node.program;
      read = node.place;
      shapes.set(read, from.numbers[read] ?? 0);
    }
  }

  /** The program that a tree has for a world; null where it is not known. */
  private follow(from: OpenedWorld, root: StepNode | undefined): Program | null {
    const { reads } = this;
    reads.length = 0;
    for (let node = root; node !== undefined; node = node.next[branchOf(from, node)]) {
      if (node.program !== null) return node.program;
      if (node.isExact === true) return null;
      if (!reads.includes(node.place)) reads.push(node.place);
    }
    return null;
  }

  private ofShape(place: number, number: number): OfShape {
    const list = this.known[place] ?? [];
    const known = list[number];
    if (known !== undefined) return known;
    const made = { own: [], messages: [], losses: [], copies: [] };
    list[number] = made;
    return made;
  }
}

const ROOTS = { message: 'messages', lose: 'losses', duplicate: 'copies' } as const;

/** Which way a world goes on from a branch. */
function branchOf({ numbers, shapes }: OpenedWorld, { place, ofBox }: StepNode): number {
  return ofBox ? (shapes[place]?.box ?? 0) : (numbers[place] ?? 0);
}
