/** Integers of a row; wide where times do not fit into 32 bits. */
export type Integers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The table is filled to this share at most, for chains stay short. */
const LOAD = 2 / 3;
const HASH = 0x9e3779b1 | 0;
/** Rows lie in segments of so many integers, so that none is copied when there are more; no row lies across two. */
const SEGMENT_BITS = 16;
const SEGMENT = 1 << SEGMENT_BITS;
const OFFSET = SEGMENT - 1;
/** As many as there are addresses for: 16 GB of rows that are not wide. */
const SEGMENTS = 2 ** (32 - SEGMENT_BITS);

/**
 * Rows, each once, numbered from 0 in order of meeting: open addressing over flat arrays. The length of a row follows
 * from what it begins with.
 */
export class Rows {
  /** Rows that are known. */
  size = 0;
  readonly isWide: boolean;
  private readonly segments: Integers[] = [];
  /** Where the last segment is free. */
  private end = SEGMENT;
  /** By number: segment and offset of the row; number of the row before it. */
  private starts = new Uint32Array(1 << 10);
  private parents = new Int32Array(1 << 10);
  /** By place of the table: number of the row plus 1, and its hash. Places are in the order of the hashes' upper bits. */
  private table = new Int32Array(1 << 12);
  private shift = shiftOf(1 << 12);
  /** What `readAhead` came upon, of no meaning: if it went nowhere, nothing would be read. */
  ahead = 0;

  constructor(isWide: boolean) {
    this.isWide = isWide;
  }

  /** Exactly. */
  get bytes(): number {
    const { segments, starts, parents, table } = this;
    const rows = segments.length * SEGMENT * (this.isWide ? 8 : 4);
    return rows + starts.byteLength + parents.byteLength + table.byteLength;
  }

  /** What `bytes` will be at most once there is room for so many integers and rows more; Infinity if there cannot be. */
  bytesWithRoomFor(integers: number, rows: number): number {
    let { bytes } = this;
    // No row is so long that more than half of a segment stays empty.
    const segments = Math.ceil(integers / (SEGMENT / 2));
    if (this.segments.length + segments > SEGMENTS) return Infinity;
    bytes += segments * SEGMENT * (this.isWide ? 8 : 4);
    // Old and new arrays live side by side while they are copied.
    if (this.size + rows > this.starts.length)
      bytes += (this.starts.byteLength + this.parents.byteLength) * 2;
    if ((this.size + rows) * 2 > this.table.length * LOAD) bytes += this.table.byteLength * 2;
    return bytes;
  }

  integers(length: number): Integers {
    return this.isWide ? new Float64Array(length) : new Int32Array(length);
  }

  /** Copies a row, and what may stand behind it. */
  read(index: number, into: Integers): void {
    const start = this.starts[index] ?? 0;
    const data = this.segments[start >>> SEGMENT_BITS];
    const offset = start & OFFSET;
    if (data === undefined) throw new RangeError('there is no such row');
    const length = Math.min((this.starts[index + 1] ?? 0) - start, into.length);
    for (let at = 0; at < length; at += 1) into[at] = data[offset + at] ?? 0;
  }

  /** An integer of a row. */
  at(index: number, which: number): number {
    const start = (this.starts[index] ?? 0) + which;
    return this.segments[start >>> SEGMENT_BITS]?.[start & OFFSET] ?? 0;
  }

  parent(index: number): number {
    return this.parents[index] ?? -1;
  }

  /**
   * Reads what `add` will read for rows with these hashes. They lie all over the memory: that many are fetched at the
   * same time is what makes adding quick.
   */
  readAhead(hashes: Int32Array, count: number): void {
    const { table, shift, starts, segments } = this;
    let ahead = 0;
    for (let row = 0; row < count; row += 1) ahead ^= table[((hashes[row] ?? 0) >>> shift) << 1] ?? 0;
    for (let row = 0; row < count; row += 1) ahead ^= starts[this.candidate(hashes[row] ?? 0)] ?? 0;
    for (let row = 0; row < count; row += 1) {
      const start = starts[this.candidate(hashes[row] ?? 0)] ?? 0;
      ahead ^= segments[start >>> SEGMENT_BITS]?.[start & OFFSET] ?? 0;
    }
    this.ahead = ahead;
  }

  /** Adds a row, which begins at `from`, unless it is known; gives its number, which was `size` if it is new. */
  add(row: Integers, from: number, length: number, hash: number, parent: number): number {
    this.makeRoom();
    const { table, segments, starts, size } = this;
    const mask = table.length - 1;
    let place = (hash >>> this.shift) << 1;
    for (; ; place = (place + 2) & mask) {
      const index = (table[place] ?? 0) - 1;
      if (index < 0) break;
      if (table[place + 1] !== hash) continue;
      const start = starts[index] ?? 0;
      const offset = start & OFFSET;
      const data = segments[start >>> SEGMENT_BITS];
      if (data === undefined) throw new RangeError('there is no such row');
      let at = 0;
      while (at < length && data[offset + at] === row[from + at]) at += 1;
      if (at === length) return index;
    }
    table[place] = size + 1;
    table[place + 1] = hash;
    this.parents[size] = parent;
    this.append(row, from, length);
    return size;
  }

  private append(row: Integers, from: number, length: number): void {
    const { segments, starts, size } = this;
    if (this.end + length > SEGMENT) {
      segments.push(this.integers(SEGMENT));
      this.end = 0;
    }
    const { end } = this;
    const data = segments[segments.length - 1];
    if (data === undefined) throw new RangeError('there is room for every row');
    for (let at = 0; at < length; at += 1) data[end + at] = row[from + at] ?? 0;
    const address = (segments.length - 1) * SEGMENT + end;
    starts[size] = address;
    // Where the next row begins, unless that needs another segment.
    starts[size + 1] = address + length;
    this.end = end + length;
    this.size = size + 1;
  }

  private candidate(hash: number): number {
    const { table } = this;
    const mask = table.length - 1;
    for (let place = (hash >>> this.shift) << 1; ; place = (place + 2) & mask) {
      const index = (table[place] ?? 0) - 1;
      if (index < 0) return 0;
      if (table[place + 1] === hash) return index;
    }
  }

  /** Makes room for one row more but for its integers. */
  private makeRoom(): void {
    if (this.size + 2 > this.starts.length) {
      const starts = new Uint32Array(this.starts.length * 2);
      starts.set(this.starts);
      this.starts = starts;
      const parents = new Int32Array(this.parents.length * 2);
      parents.set(this.parents);
      this.parents = parents;
    }
    if ((this.size + 1) * 2 > this.table.length * LOAD) this.enlargeTable();
  }

  private enlargeTable(): void {
    const before = this.table;
    const table = new Int32Array(before.length * 2);
    const mask = table.length - 1;
    this.table = table;
    this.shift = shiftOf(table.length);
    // By the upper bits, places come in the same order as before: both arrays are gone through once.
    for (let at = 0; at < before.length; at += 2) {
      const entry = before[at] ?? 0;
      if (entry === 0) continue;
      const hash = before[at + 1] ?? 0;
      let place = (hash >>> this.shift) << 1;
      while (table[place] !== 0) place = (place + 2) & mask;
      table[place] = entry;
      table[place + 1] = hash;
    }
  }
}

/** By how much a hash is shifted to give a place in a table of so many integers, two to a place. */
function shiftOf(length: number): number {
  return 1 + Math.clz32(length - 1);
}

/** The hash of a row, which begins at `from`. */
export function hashOf(row: Integers, from: number, length: number): number {
  let hash = length;
  for (let at = from; at < from + length; at += 1) {
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
