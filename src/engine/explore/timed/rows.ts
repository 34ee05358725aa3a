/** Integers of a row; wide where times do not fit into 32 bits. */
export type Integers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The table is filled to this share at most, for chains stay short. */
const LOAD = 0.5;
const HASH = 0x9e3779b1 | 0;

/** Rows of different lengths, each once, numbered from 0 in order of meeting: open addressing over flat arrays. */
export class Rows {
  /** Rows that are known. */
  size = 0;
  readonly isWide: boolean;
  private data: Integers;
  private starts = new Float64Array(1 << 10);
  private parents = new Int32Array(1 << 10);
  /** By place of the table: number of the row plus 1, and its hash. */
  private table = new Int32Array(1 << 12);

  constructor(isWide: boolean) {
    this.isWide = isWide;
    this.data = this.integers(1 << 14);
  }

  /** Exactly. */
  get bytes(): number {
    return this.data.byteLength + this.starts.byteLength + this.parents.byteLength + this.table.byteLength;
  }

  /** What `bytes` will be at most once there is room for so many integers and rows more. */
  bytesWithRoomFor(integers: number, rows: number): number {
    let { bytes } = this;
    // Old and new arrays live side by side while they are copied.
    if (this.end() + integers > this.data.length) bytes += this.data.byteLength * 2;
    if (this.size + rows > this.starts.length)
      bytes += (this.starts.byteLength + this.parents.byteLength) * 2;
    if ((this.size + rows) * 2 > this.table.length * LOAD) bytes += this.table.byteLength * 2;
    return bytes;
  }

  integers(length: number): Integers {
    return this.isWide ? new Float64Array(length) : new Int32Array(length);
  }

  /** Copies a row; gives its length. */
  read(index: number, into: Integers): number {
    const { data } = this;
    const start = this.starts[index] ?? 0;
    const length = (this.starts[index + 1] ?? 0) - start;
    for (let at = 0; at < length; at += 1) into[at] = data[start + at] ?? 0;
    return length;
  }

  /** The first integer of a row. */
  head(index: number): number {
    return this.data[this.starts[index] ?? 0] ?? 0;
  }

  parent(index: number): number {
    return this.parents[index] ?? -1;
  }

  /** Adds a row unless it is known; gives its number, which was `size` if it is new. */
  add(row: ArrayLike<number>, length: number, parent: number): number {
    const hash = hashOf(row, length);
    const known = this.locate(row, length, hash);
    if (known >= 0) return known;
    this.makeRoom(length);
    const { data, starts, size } = this;
    const start = starts[size] ?? 0;
    for (let at = 0; at < length; at += 1) data[start + at] = row[at] ?? 0;
    starts[size + 1] = start + length;
    this.parents[size] = parent;
    this.enter(size, hash);
    this.size += 1;
    return size;
  }

  private locate(row: ArrayLike<number>, length: number, hash: number): number {
    const { table, data, starts } = this;
    const mask = table.length - 1;
    let place = (hash << 1) & mask;
    for (;;) {
      const index = (table[place] ?? 0) - 1;
      if (index < 0) return -1;
      if (table[place + 1] === hash) {
        const start = starts[index] ?? 0;
        if ((starts[index + 1] ?? 0) - start === length) {
          let at = 0;
          while (at < length && data[start + at] === row[at]) at += 1;
          if (at === length) return index;
        }
      }
      place = (place + 2) & mask;
    }
  }

  private enter(index: number, hash: number): void {
    const { table } = this;
    const mask = table.length - 1;
    let place = (hash << 1) & mask;
    while (table[place] !== 0) place = (place + 2) & mask;
    table[place] = index + 1;
    table[place + 1] = hash;
  }

  private end(): number {
    return this.starts[this.size] ?? 0;
  }

  private makeRoom(length: number): void {
    if (this.end() + length > this.data.length) {
      const larger = this.integers(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    if (this.size + 2 > this.starts.length) {
      const starts = new Float64Array(this.starts.length * 2);
      starts.set(this.starts);
      this.starts = starts;
      const parents = new Int32Array(this.parents.length * 2);
      parents.set(this.parents);
      this.parents = parents;
    }
    if ((this.size + 1) * 2 > this.table.length * LOAD) {
      const before = this.table;
      this.table = new Int32Array(before.length * 2);
      for (let at = 0; at < before.length; at += 2) {
        const entry = before[at] ?? 0;
        if (entry !== 0) this.enter(entry - 1, before[at + 1] ?? 0);
      }
    }
  }
}

function hashOf(row: ArrayLike<number>, length: number): number {
  let hash = length;
  for (let at = 0; at < length; at += 1) {
    hash = Math.imul(hash ^ (row[at] ?? 0), HASH);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

/** The order of rows of one length. */
export function compareRows(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const before = (a[at] ?? 0) - (b[at] ?? 0);
    if (before !== 0) return before;
  }
  return 0;
}
