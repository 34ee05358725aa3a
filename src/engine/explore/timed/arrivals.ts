import { hashOf, type Integers, type Rows } from './rows.ts';

/** Rows that are collected at most, and integers of all but the last of them. */
const COUNT = 256;
const INTEGERS = 1 << 13;

/**
 * Where steps lead, in the order in which they are taken: collected here, and put among the rows many at a time,
 * since what is read for each of them lies far apart in the memory (see `Rows.readAhead`).
 */
export class Arrivals {
  count = 0;
  /** Where the next row begins in `rows`: whoever makes one puts it there. */
  end = 0;
  readonly rows: Integers;
  /** By number of the arrival: the world that it comes from, and whether no further fault led here. */
  readonly from = new Int32Array(COUNT);
  readonly isFaultless = new Uint8Array(COUNT);
  private readonly starts = new Int32Array(COUNT + 1);
  private readonly hashes = new Int32Array(COUNT);

  /** `room`: the longest row. */
  constructor(rows: Rows, room: number) {
    this.rows = rows.integers(INTEGERS + room);
  }

  /** Whether there is no room for one more. */
  get isFull(): boolean {
    return this.count === COUNT || this.end > INTEGERS;
  }

  /** Takes the row of this length that was put at the end. */
  push(length: number, from: number, isFaultless: boolean): void {
    const { count, end } = this;
    this.hashes[count] = hashOf(this.rows, end, length);
    this.from[count] = from;
    this.isFaultless[count] = isFaultless ? 1 : 0;
    this.starts[count + 1] = end + length;
    this.end = end + length;
    this.count = count + 1;
  }

  /** Reads ahead what `put` needs for all that were collected. */
  readAhead(rows: Rows): void {
    rows.readAhead(this.hashes, this.count);
  }

  /** Puts one of them among the rows; gives its number there. */
  put(arrival: number, rows: Rows): number {
    const start = this.starts[arrival] ?? 0;
    const length = (this.starts[arrival + 1] ?? 0) - start;
    return rows.add(this.rows, start, length, this.hashes[arrival] ?? 0, this.from[arrival] ?? 0);
  }

  /** All are among the rows. */
  clear(): void {
    this.count = 0;
    this.end = 0;
  }
}
