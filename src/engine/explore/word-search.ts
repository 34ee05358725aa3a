import { BrokenPromise } from '../assert.ts';
import { MachineSteps } from './machine-steps.ts';
import { layoutOf, roomyWidths, type Layout } from './layout.ts';
import { grow, rootOf, type StepBranch, type StepLeaf, type StepNode } from './step-tree.ts';
import type { NotedWorld } from './noted-step.ts';
import type { Space } from './space.ts';

/** Why a search paused. */
export type Pause = 'chunk' | 'done' | 'too-wide' | 'memory';

/** Room for so many worlds at first; less would only be copied soon. */
const FIRST_CAPACITY = 1 << 14;

/** The table is filled to this share at most, for chains stay short. */
const LOAD = 0.55;

/**
 * Breadth-first search for models in which nothing is ever pending and no fault can be chosen, whose worlds
 * fit into one word of 32 bits. The steps that are known are laid out in one array of integers: a branch is
 * a shift and a mask in one integer, and an address for each number of the cell; a leaf is the differences that its
 * successors make, to be combined with the world's word by exclusive or. World 0 is the first one: its word
 * is 0, so that an empty place of the table is 0 too.
 */
export class WordSearch {
  /** Worlds that were found, and steps between them that were taken. */
  found = 1;
  transitions = 0;
  /** Worlds whose successors are known. */
  expanded = 0;
  /** Steps from the first world to those that are expanded now. */
  depth = 0;
  /** The first world found in which a watched cell is marked, by mark; see `watch`. */
  readonly firstMarked = new Map<number, number>();

  private readonly space: Space;
  private readonly steps: MachineSteps;
  private readonly roots: readonly StepBranch[];
  private widths: number[];
  private layout: Layout;
  private levelEnd = 1;
  private table = new Int32Array(FIRST_CAPACITY * 2);
  private queue = new Int32Array(FIRST_CAPACITY);
  private parents = new Int32Array(FIRST_CAPACITY);
  private code = new Int32Array(1 << 14);
  private codeLength = 0;
  private rootAddresses = new Int32Array(0);
  /** By source: the leaf of the world that is expanded. */
  private leaves = new Int32Array(0);
  private largestLeaf = 0;
  private cellsSeen = 0;
  private isTimeless = true;
  /** For each place whose cells can be marked: the marks by number. */
  private watched: { readonly place: number; marks: Int32Array }[] = [];

  constructor(space: Space) {
    this.space = space;
    this.steps = new MachineSteps(space);
    this.roots = space.sources().map(rootOf);
    this.widths = roomyWidths(space.sizes());
    this.layout = layoutOf(this.widths);
    this.watched = space.watchedPlaces().map((place) => ({ place, marks: new Int32Array(0) }));
    this.parents[0] = -1;
    this.rebuild();
    this.mark(0);
  }

  /** Bytes of tables, exactly, and of remembered steps, about. */
  get bytes(): number {
    const { table, queue, parents, code, space } = this;
    return table.byteLength + queue.byteLength + parents.byteLength + code.byteLength + space.bytes;
  }

  /** Expands up to `limit` worlds more; `maxBytes` is never exceeded. */
  run(limit: number, maxBytes: number): Pause {
    const end = Math.min(Number.MAX_SAFE_INTEGER, this.expanded + limit);
    for (;;) {
      if (this.layout.words > 1 || !this.isTimeless) return 'too-wide';
      if (this.expanded >= this.found) return 'done';
      if (this.expanded >= end) return 'chunk';
      if (!this.makeRoom(maxBytes)) return 'memory';
      const unknown = this.expand(end);
      if (unknown >= 0) this.learn(unknown);
    }
  }

  /** Numbers of the cells of a world that was found. */
  cells(index: number): readonly number[] {
    const word = this.queue[index] ?? 0;
    return this.layout.fields.map(({ shift, mask }) => (word >>> shift) & mask);
  }

  /** Whether a real world is the one with this index. */
  isAt(index: number): (node: NotedWorld) => boolean {
    const cells = this.cells(index);
    return ({ world }) => this.space.numbers(world).every((number, place) => number === cells[place]);
  }

  /** The worlds from the first to this one, by index. */
  pathTo(index: number): readonly number[] {
    const path: number[] = [];
    for (let at = index; at >= 0; at = this.parents[at] ?? -1) path.unshift(at);
    return path;
  }

  /** Whether a world that was found has a successor. */
  hasSuccessor(index: number): boolean {
    const cells = this.cells(index);
    return this.roots.some((root) => this.leafFor(root, cells).successors.length > 0);
  }

  /** The loop that nearly all time is spent in. Gives the source of an unknown step, or -1. */
  private expand(end: number): number {
    const { table, queue, parents, code, rootAddresses, leaves, watched } = this;
    const tableMask = table.length - 1;
    const hashShift = Math.clz32(tableMask);
    const isWatched = watched.length > 0;
    const room = Math.min(queue.length, Math.floor(table.length * LOAD)) - this.largestLeaf;
    const sources = rootAddresses.length;
    let { found, transitions, expanded, levelEnd } = this;
    let unknown = -1;
    search: while (expanded < found && expanded < end && found < room) {
      if (expanded === levelEnd) {
        this.depth += 1;
        levelEnd = found;
      }
      const word = queue[expanded] ?? 0;
      // All leaves first: one walk does not wait for another.
      for (let source = 0; source < sources; source += 1) {
        let address = rootAddresses[source] ?? 0;
        do {
          const field = code[address] ?? 0;
          // A shift looks at the lowest five bits of its count: the field's shift, below its mask.
          address = code[address + 1 + ((word >>> field) & (field >>> 5))] ?? 0;
        } while (address > 0);
        if (address === 0) {
          unknown = source;
          break search;
        }
        leaves[source] = -address;
      }
      let taken = 0;
      for (let source = 0; source < sources; source += 1) {
        let at = leaves[source] ?? 0;
        const count = code[at] ?? 0;
        taken += count;
        for (const last = at + count; at < last;) {
          at += 1;
          const next = word ^ (code[at] ?? 0);
          if (next === 0) continue;
          let place = Math.imul(next, 0x9e3779b1) >>> hashShift;
          for (;;) {
            const there = table[place] ?? 0;
            if (there === next) break;
            if (there === 0) {
              table[place] = next;
              queue[found] = next;
              parents[found] = expanded;
              if (isWatched) this.mark(found);
              found += 1;
              break;
            }
            place = (place + 1) & tableMask;
          }
        }
      }
      transitions += taken;
      expanded += 1;
    }
    this.levelEnd = levelEnd;
    this.found = found;
    this.transitions = transitions;
    this.expanded = expanded;
    return unknown;
  }

  /** Computes the step of a source that the world to be expanded next needs, and lays it out. */
  private learn(source: number): void {
    const root = this.roots[source];
    if (root === undefined) throw new BrokenPromise('every source has its steps');
    const cells = this.cells(this.expanded);
    this.leafFor(root, cells);
    const sizes = this.space.sizes();
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (total !== this.cellsSeen) {
      this.cellsSeen = total;
      this.isTimeless = this.space.isTimeless;
    }
    if (sizes.some((size, place) => size > 2 ** (this.widths[place] ?? 0))) {
      this.widen(roomyWidths(sizes));
      return;
    }
    this.layOut(root, this.rootAddresses[source] ?? 0, cells);
    if (this.watched.length > 0) this.refreshMarks();
  }

  private leafFor(root: StepBranch, cells: readonly number[]): StepLeaf {
    const number = cells[root.place] ?? 0;
    const { own } = this.space.facts(root.place, number);
    return grow(this.space, this.steps, root, own, (place) => cells[place] ?? 0);
  }

  /** Gives the fields more bits: every word is packed anew, and so is the code. */
  private widen(widths: number[]): void {
    const before = this.layout;
    const after = layoutOf(widths);
    this.widths = widths;
    this.layout = after;
    if (after.words > 1) return;
    const { queue, table } = this;
    const from = before.fields;
    const to = after.fields;
    table.fill(0);
    for (let index = 0; index < this.found; index += 1) {
      const word = queue[index] ?? 0;
      let next = 0;
      for (let place = 0; place < from.length; place += 1) {
        const old = from[place];
        if (old !== undefined) next |= ((word >>> old.shift) & old.mask) << (to[place]?.shift ?? 0);
      }
      queue[index] = next;
    }
    this.fillTable();
    this.rebuild();
  }

  private fillTable(): void {
    const { table, queue } = this;
    const mask = table.length - 1;
    const shift = Math.clz32(mask);
    for (let index = 1; index < this.found; index += 1) {
      const word = queue[index] ?? 0;
      let place = Math.imul(word, 0x9e3779b1) >>> shift;
      while (table[place] !== 0) place = (place + 1) & mask;
      table[place] = word;
    }
  }

  /** Makes room for the successors of one world more; false if that would take too many bytes. */
  private makeRoom(maxBytes: number): boolean {
    const needed = this.found + this.largestLeaf + 1;
    if (needed >= this.queue.length) {
      if (this.bytes + this.queue.byteLength * 4 > maxBytes) return false;
      this.queue = enlarged(this.queue);
      this.parents = enlarged(this.parents);
    }
    if (needed >= Math.floor(this.table.length * LOAD)) {
      // Both tables live while the new one is filled.
      if (this.bytes + this.table.byteLength * 2 > maxBytes) return false;
      this.table = new Int32Array(this.table.length * 2);
      this.fillTable();
    }
    return true;
  }

  /** Lays out every known step from the beginning. */
  private rebuild(): void {
    this.code.fill(0);
    this.codeLength = 1;
    this.largestLeaf = 0;
    this.rootAddresses = Int32Array.from(this.roots, (root) => this.place(root));
    this.leaves = new Int32Array(this.roots.length);
    for (const watched of this.watched) {
      watched.marks = new Int32Array(1 << (this.widths[watched.place] ?? 0));
    }
    this.refreshMarks();
  }

  private refreshMarks(): void {
    for (const { place, marks } of this.watched) {
      for (let number = 0; number < marks.length; number += 1) {
        marks[number] = this.space.marksOf(place, number);
      }
    }
  }

  /** Lays out a node with all below it and gives its address, negative for a leaf. */
  private place(node: StepNode): number {
    if (node.place === null) return this.placeLeaf(node);
    const { shift, mask } = this.field(node.place);
    const address = this.allot(2 + mask);
    this.code[address] = (mask << 5) | shift;
    for (const [number, child] of node.children) {
      const below = this.place(child);
      this.code[address + 1 + number] = below;
    }
    return address;
  }

  private placeLeaf(leaf: StepLeaf): number {
    const count = leaf.successors.length;
    const address = this.allot(1 + count);
    this.code[address] = count;
    leaf.successors.forEach((successor, index) => {
      let difference = 0;
      for (const { place, from, to } of successor.writes)
        difference ^= (from ^ to) << this.field(place).shift;
      this.code[address + 1 + index] = difference;
    });
    // All sources of one world together make at most this many.
    this.largestLeaf = Math.max(this.largestLeaf, count * Math.max(1, this.roots.length));
    return -address;
  }

  /** Lays out the part of a tree that is new for these cells. */
  private layOut(root: StepBranch, rootAddress: number, cells: readonly number[]): void {
    let node: StepBranch = root;
    let address = rootAddress;
    for (;;) {
      const number = cells[node.place] ?? 0;
      const child = node.children.get(number);
      if (child === undefined) throw new BrokenPromise('a step that was computed is in its tree');
      const known = this.code[address + 1 + number] ?? 0;
      if (known === 0) {
        const below = this.place(child);
        this.code[address + 1 + number] = below;
        return;
      }
      if (child.place === null) return;
      node = child;
      address = known;
    }
  }

  private field(place: number) {
    const field = this.layout.fields[place];
    if (field === undefined) throw new BrokenPromise('every place has a field');
    return field;
  }

  private allot(length: number): number {
    const address = this.codeLength;
    this.codeLength += length;
    while (this.codeLength > this.code.length) this.code = enlarged(this.code);
    return address;
  }

  private mark(index: number): void {
    const word = this.queue[index] ?? 0;
    for (const { place, marks } of this.watched) {
      const { shift, mask } = this.field(place);
      const found = marks[(word >>> shift) & mask] ?? 0;
      if (found === 0) continue;
      for (let bit = 1; bit !== 0 && bit <= found; bit <<= 1) {
        if ((found & bit) !== 0 && !this.firstMarked.has(bit)) this.firstMarked.set(bit, index);
      }
    }
  }
}

function enlarged(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
