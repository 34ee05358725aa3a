import { GROUPS, type CellFacts, type GroupName } from './cell-space.ts';
import { layoutOf, type Layout, type Field } from './layout.ts';
import { passedOver } from '../offers.ts';
import type { Sights } from './monitor.ts';
import type { Space } from './space.ts';
import { grow, rootOf, type StepBranch, type StepLeaf, type StepNode, type Successor } from './step-tree.ts';
import { roomyWidths } from './layout.ts';
import type { Pause } from './word-search.ts';

const FIRST_CAPACITY = 1 << 10;
const LOAD = 0.55;
/** Room for the successors of one world, mostly. */
const MARGIN = 64;
const HASH = 0x9e3779b1 | 0;

/** A step on which something was seen for the first time: from a world that was found, to these numbers. */
export interface SeenStep {
  readonly from: number;
  readonly to: readonly number[];
}

/**
 * Breadth-first search for models in which time passes: as WordSearch, but a world is a row of as many
 * words as it takes. What can be chosen is found from what each cell offers, by the rule of offers.ts; a
 * choice in the future first lets every cell grow older.
 */
export class RowSearch {
  found = 1;
  transitions = 0;
  expanded = 0;
  depth = 0;
  /** The first step on which each sight was seen, by its bit. */
  readonly firstSeen = new Map<number, SeenStep>();
  /** The first world found in which a watched cell is marked, by mark. */
  readonly firstMarked = new Map<number, number>();
  /** The first world found that has no successor and satisfies the question, if one was asked. */
  readonly stuck: number[] = [];
  /** Worlds without any successor. */
  terminals = 0;

  private readonly space: Space;
  private readonly places: number;
  private readonly trees: readonly Readonly<Record<GroupName, StepBranch>>[];
  private widths: number[];
  private layout: Layout;
  private levelEnd = 1;
  private table = new Int32Array(1 << 12);
  private rows: Int32Array<ArrayBuffer>;
  private parents = new Int32Array(FIRST_CAPACITY);
  private seenBefore = 0;
  private readonly isStuck: (numbers: readonly number[]) => boolean;
  private readonly now: number[];
  private readonly aged: number[];
  private readonly next: number[];
  private readonly row: number[] = [];
  private readonly watched: readonly number[];

  /** `isStuck`: asked of each world without a successor; those for which it holds are noted in `stuck`. */
  constructor(space: Space, isStuck: (numbers: readonly number[]) => boolean = () => false) {
    this.space = space;
    this.isStuck = isStuck;
    const sizes = space.sizes();
    this.places = sizes.length;
    this.watched = space.watchedPlaces();
    this.now = sizes.map(() => 0);
    this.aged = sizes.map(() => 0);
    this.next = sizes.map(() => 0);
    this.trees = space.model.components.map((_, place) => ({
      own: rootOf(place),
      'overdue punctual': rootOf(place),
      overdue: rootOf(place),
      'due punctual': rootOf(place),
      due: rootOf(place),
    }));
    this.widths = roomyWidths(sizes.map((size) => Math.max(size, 2)));
    this.layout = layoutOf(this.widths);
    this.rows = new Int32Array(FIRST_CAPACITY * this.layout.words);
    this.parents[0] = -1;
    this.insertAt(0);
    for (const watched of this.watched) this.mark(0, space.marksOf(watched, 0));
  }

  get bytes(): number {
    const { table, rows, parents, space } = this;
    return table.byteLength + rows.byteLength + parents.byteLength + space.bytes;
  }

  run(limit: number, maxBytes: number): Pause {
    const end = this.expanded + limit;
    while (this.expanded < this.found) {
      if (this.expanded >= end) return 'chunk';
      if (this.isNearlyFull(MARGIN)) {
        // Old and new tables live side by side while they are copied.
        if (this.bytes * 3 > maxBytes) return 'memory';
        this.enlarge(MARGIN);
      } else if ((this.expanded & 0xff) === 0 && this.bytes > maxBytes) return 'memory';
      if (this.expanded === this.levelEnd) {
        this.depth += 1;
        this.levelEnd = this.found;
      }
      this.expand();
      this.expanded += 1;
    }
    return 'done';
  }

  /** Numbers of a world that was found. */
  cells(index: number): readonly number[] {
    const start = index * this.layout.words;
    return this.layout.fields.map(
      ({ word, shift, mask }) => ((this.rows[start + word] ?? 0) >>> shift) & mask,
    );
  }

  /** The worlds from the first to this one, by index. */
  pathTo(index: number): readonly number[] {
    const path: number[] = [];
    for (let at = index; at >= 0; at = this.parents[at] ?? -1) path.unshift(at);
    return path;
  }

  private expand(): void {
    const { now, places, space } = this;
    this.unpack(this.expanded, now);
    const before = this.transitions;
    const components = space.model.components.length;
    let fixedInUs = Infinity;
    let punctualInUs = Infinity;
    const facts: CellFacts[] = [];
    const instants: number[] = [];
    for (let place = 0; place < components; place += 1) {
      const cell = space.facts(place, now[place] ?? 0);
      facts.push(cell);
      const { front } = cell.offers;
      if (front.fixedInUs < fixedInUs) fixedInUs = front.fixedInUs;
      if (front.punctualInUs < punctualInUs) punctualInUs = front.punctualInUs;
      for (const { inUs } of cell.due) if (inUs > 0 && !instants.includes(inUs)) instants.push(inUs);
    }
    // Now.
    for (let place = 0; place < components; place += 1) {
      const groups = facts[place]?.groups;
      if (groups === undefined) continue;
      for (const group of GROUPS) {
        if (groups[group].length === 0) continue;
        const isHeldUp = (group === 'overdue' || group === 'due') && punctualInUs <= 0;
        if (!isHeldUp) this.take(place, group, now);
      }
    }
    // Later: whatever is due by then and may be passed over is.
    for (const inUs of instants) {
      if (inUs > fixedInUs) continue;
      let passed = 0;
      for (const { offers } of facts) passed += passedOver(offers.messagesInUs, inUs);
      const budget = space.budgetAfterLate(now[space.budgetPlace] ?? 0, passed);
      if (budget < 0) continue;
      const { aged } = this;
      for (let place = 0; place < places; place += 1) aged[place] = space.age(place, now[place] ?? 0, inUs);
      aged[space.budgetPlace] = budget;
      for (let place = 0; place < components; place += 1) {
        for (const due of facts[place]?.due ?? []) {
          if (due.inUs !== inUs) continue;
          if (due.punctual) this.take(place, 'due punctual', aged);
          if (due.other && inUs < punctualInUs) this.take(place, 'due', aged);
        }
      }
    }
    if (this.transitions === before) {
      this.terminals += 1;
      if (this.isStuck(now)) this.stuck.push(this.expanded);
    }
  }

  /** Takes every choice of a group in a world with these numbers. */
  private take(place: number, group: GroupName, from: readonly number[]): void {
    const root = this.trees[place]?.[group];
    if (root === undefined) return;
    let node: StepNode | undefined = root;
    while (node !== undefined && node.place !== null) node = node.children.get(from[node.place] ?? 0);
    const leaf: StepLeaf = node ?? this.learn(root, group, from);
    for (const successor of leaf.successors) this.reach(successor, from);
  }

  private learn(root: StepBranch, group: GroupName, from: readonly number[]): StepLeaf {
    const { groups } = this.space.facts(root.place, from[root.place] ?? 0);
    return grow(this.space, root, groups[group], (place) => from[place] ?? 0);
  }

  private reach(successor: Successor, from: readonly number[]): void {
    const { next, space } = this;
    this.transitions += 1;
    for (let place = 0; place < this.places; place += 1) next[place] = from[place] ?? 0;
    for (const { place, to } of successor.writes) next[place] = to;
    if (successor.entries !== 0) {
      const { to, sights } = space.watched(next[space.memoryPlace] ?? 0, successor.entries);
      next[space.memoryPlace] = to;
      if ((sights & ~this.seenBefore) !== 0) this.see(sights);
    }
    this.insert();
  }

  private see(sights: Sights): void {
    for (let bit = 1; bit <= sights; bit <<= 1) {
      if ((sights & bit) === 0 || this.firstSeen.has(bit)) continue;
      this.firstSeen.set(bit, { from: this.expanded, to: [...this.next] });
    }
    this.seenBefore |= sights;
  }

  /** Adds the world in `next` unless it is known. */
  private insert(): void {
    if (!this.pack()) {
      this.widen();
      this.pack();
    }
    const { row, layout, table, rows } = this;
    const { words } = layout;
    const mask = table.length - 1;
    let place = this.hash(row, 0) & mask;
    for (;;) {
      const there = (table[place] ?? 0) - 1;
      if (there < 0) break;
      let isSame = true;
      for (let word = 0; word < words; word += 1) {
        if (rows[there * words + word] !== row[word]) {
          isSame = false;
          break;
        }
      }
      if (isSame) return;
      place = (place + 1) & mask;
    }
    const index = this.found;
    table[place] = index + 1;
    for (let word = 0; word < words; word += 1) rows[index * words + word] = row[word] ?? 0;
    this.parents[index] = this.expanded;
    this.found += 1;
    for (const watched of this.watched)
      this.mark(index, this.space.marksOf(watched, this.next[watched] ?? 0));
    if (this.isNearlyFull(2)) this.enlarge(2);
  }

  private mark(index: number, marks: number): void {
    for (let bit = 1; bit <= marks; bit <<= 1) {
      if ((marks & bit) !== 0 && !this.firstMarked.has(bit)) this.firstMarked.set(bit, index);
    }
  }

  private isNearlyFull(margin: number): boolean {
    return this.found + margin >= this.parents.length || this.found + margin >= this.table.length * LOAD;
  }

  private enlarge(margin: number): void {
    if (this.found + margin >= this.parents.length) {
      this.parents = copied(this.parents, this.parents.length * 2);
      this.rows = copied(this.rows, this.rows.length * 2);
    }
    if (this.found + margin >= this.table.length * LOAD) {
      this.table = new Int32Array(this.table.length * 2);
      this.fillTable();
    }
  }

  private fillTable(): void {
    for (let index = 0; index < this.found; index += 1) this.insertAt(index);
  }

  private insertAt(index: number): void {
    const { table, rows } = this;
    const mask = table.length - 1;
    let place = this.hash(rows, index * this.layout.words) & mask;
    while (table[place] !== 0) place = (place + 1) & mask;
    table[place] = index + 1;
  }

  private hash(words: ArrayLike<number>, start: number): number {
    let hash = 0;
    for (let word = 0; word < this.layout.words; word += 1) {
      hash = Math.imul(hash ^ (words[start + word] ?? 0), HASH);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0x85ebca6b);
    return hash ^ (hash >>> 13);
  }

  /** Packs `next` into `row`; false if a number is too large for its field. */
  private pack(): boolean {
    const { row, next, layout } = this;
    for (let word = 0; word < layout.words; word += 1) row[word] = 0;
    for (let place = 0; place < this.places; place += 1) {
      const field = layout.fields[place];
      const number = next[place] ?? 0;
      if (field === undefined || number > field.mask) return false;
      row[field.word] = (row[field.word] ?? 0) | (number << field.shift);
    }
    return true;
  }

  private unpack(index: number, into: number[]): void {
    const { rows, layout } = this;
    const start = index * layout.words;
    for (let place = 0; place < this.places; place += 1) {
      const field = layout.fields[place];
      if (field !== undefined) into[place] = ((rows[start + field.word] ?? 0) >>> field.shift) & field.mask;
    }
  }

  /** Gives the fields more bits; every row is packed anew. */
  private widen(): void {
    const before = this.layout;
    const old = this.rows;
    const widths = roomyWidths(this.space.sizes().map((size) => Math.max(size, 2)));
    this.widths = this.widths.map((width, place) => Math.max(width, widths[place] ?? 0));
    this.layout = layoutOf(this.widths);
    const { words } = this.layout;
    const rows = new Int32Array(this.parents.length * words);
    for (let index = 0; index < this.found; index += 1) {
      for (let place = 0; place < this.places; place += 1) {
        const from: Field | undefined = before.fields[place];
        const to: Field | undefined = this.layout.fields[place];
        if (from === undefined || to === undefined) continue;
        const number = ((old[index * before.words + from.word] ?? 0) >>> from.shift) & from.mask;
        const at = index * words + to.word;
        rows[at] = (rows[at] ?? 0) | (number << to.shift);
      }
    }
    this.rows = rows;
    this.table.fill(0);
    this.fillTable();
  }
}

function copied(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
