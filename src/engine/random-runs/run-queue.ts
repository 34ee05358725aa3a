const FIRST_CAPACITY = 1024;

/** Kinds fit into so many numbers. */
const KINDS = 8;

/** It has happened, or was cancelled. */
export const IS_GONE = 1;
/** An instruction that takes its time: a pause stops it half-way. */
export const IS_BUSY = 2;
/** A pause has stopped it. */
export const IS_STOPPED = 4;
/** A check came between the entry that sent it and what it is about. */
export const IS_CHECKED = 8;
/** It brings a lease; and its cause is the very grant. */
export const IS_CARRIER = 16;
export const IS_OF_GRANT = 32;

/**
 * What is to happen in one run, in the engine's order of what is due: by time, by kind, by due time, by number of
 * making. Items are numbers in the order of their making. Few are pending at once, so that they lie
 * sorted in a row, the next one at its end. What was cancelled stays in it, marked.
 */
export class RunQueue {
  /** When each item is due, and of an instruction that a pause has stopped (IS_STOPPED), what is left of it. */
  due = new Float64Array(FIRST_CAPACITY);
  leftUs = new Float64Array(FIRST_CAPACITY);
  what = new Int32Array(FIRST_CAPACITY);
  /** What holds of each item: see IS_GONE and those after it. */
  flags = new Uint8Array(FIRST_CAPACITY);
  /** The entry that sent it, by its number in the run; -1: none did. */
  sentSeq = new Int32Array(FIRST_CAPACITY);
  /** When a message was sent; of anything else it says nothing. */
  sentT = new Float64Array(FIRST_CAPACITY);
  items = 0;
  /** How many lie in the row. */
  waiting = 0;
  private keys = new Float64Array(FIRST_CAPACITY);
  private row = new Int32Array(FIRST_CAPACITY);

  begin(): void {
    this.items = 0;
    this.waiting = 0;
  }

  /** A new item that is not in the row yet. */
  make(what: number, due: number, flags: number): number {
    const item = this.items;
    if (item === this.due.length) this.growItems();
    this.items = item + 1;
    this.due[item] = due;
    this.what[item] = what;
    this.flags[item] = flags;
    this.sentSeq[item] = -1;
    return item;
  }

  /** Lets an item of a kind happen at an instant that is not before its due time. */
  push(item: number, kind: number, at: number): void {
    if (this.waiting === this.row.length) this.growRow();
    const { keys, row } = this;
    const key = at * KINDS + kind;
    let index = this.waiting;
    while (index > 0) {
      const before = keys[index - 1] ?? 0;
      if (before > key || (before === key && !this.isSooner(row[index - 1] ?? 0, item))) break;
      keys[index] = before;
      row[index] = row[index - 1] ?? 0;
      index -= 1;
    }
    keys[index] = key;
    row[index] = item;
    this.waiting += 1;
  }

  /** Whether a flag of an item is set. */
  is(item: number, flag: number): boolean {
    return ((this.flags[item] ?? 0) & flag) !== 0;
  }

  set(item: number, flag: number): void {
    this.flags[item] = (this.flags[item] ?? 0) | flag;
  }

  unset(item: number, flag: number): void {
    this.flags[item] = (this.flags[item] ?? 0) & ~flag;
  }

  /** When the next item happens; Infinity if there is none. */
  nextAt(): number {
    return Math.floor((this.keys[this.waiting - 1] ?? Infinity) / KINDS);
  }

  /** Takes the next item out. */
  pop(): number {
    this.waiting -= 1;
    return this.row[this.waiting] ?? 0;
  }

  /** Takes an item out before it happens. */
  takeOut(item: number): void {
    const { keys, row } = this;
    const from = row.subarray(0, this.waiting).indexOf(item);
    if (from < 0) return;
    keys.copyWithin(from, from + 1, this.waiting);
    row.copyWithin(from, from + 1, this.waiting);
    this.waiting -= 1;
  }

  private isSooner(a: number, b: number): boolean {
    const dueA = this.due[a] ?? 0;
    const dueB = this.due[b] ?? 0;
    return dueA === dueB ? a < b : dueA < dueB;
  }

  private growItems(): void {
    this.due = grown(this.due, new Float64Array(this.due.length * 2));
    this.leftUs = grown(this.leftUs, new Float64Array(this.leftUs.length * 2));
    this.sentT = grown(this.sentT, new Float64Array(this.sentT.length * 2));
    this.what = grown(this.what, new Int32Array(this.what.length * 2));
    this.sentSeq = grown(this.sentSeq, new Int32Array(this.sentSeq.length * 2));
    this.flags = grown(this.flags, new Uint8Array(this.flags.length * 2));
  }

  private growRow(): void {
    this.keys = grown(this.keys, new Float64Array(this.keys.length * 2));
    this.row = grown(this.row, new Int32Array(this.row.length * 2));
  }
}

function grown<Numbers extends Float64Array | Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
