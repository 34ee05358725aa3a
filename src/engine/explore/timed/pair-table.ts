/**
 * Numbers above 0 by pairs of integers, the second of which is not 0: open addressing over a flat array, with four
 * integers to a place, so that none lies across two lines of the cache.
 */
export class PairTable {
  private table = new Int32Array(4 << 8);
  private mask = (1 << 8) - 1;
  private size = 0;

  /** Exactly. */
  get bytes(): number {
    return this.table.byteLength;
  }

  /** The number of a pair; 0 if it has none. */
  get(a: number, b: number): number {
    const { table, mask } = this;
    for (let at = hashOf(a, b) & mask; ; at = (at + 1) & mask) {
      const place = at * 4;
      const known = table[place + 1];
      if (known === 0) return 0;
      if (known === b && table[place] === a) return table[place + 2] ?? 0;
    }
  }

  /** Gives a number to a pair that has none. */
  set(a: number, b: number, value: number): void {
    // Small tables are quick ones: what does not fit into the cache is ten times as far.
    if (this.size * 4 > this.mask * 3) this.enlarge();
    const { table, mask } = this;
    let at = hashOf(a, b) & mask;
    while (table[at * 4 + 1] !== 0) at = (at + 1) & mask;
    table[at * 4] = a;
    table[at * 4 + 1] = b;
    table[at * 4 + 2] = value;
    this.size += 1;
  }

  private enlarge(): void {
    const { table } = this;
    this.table = new Int32Array(table.length * 2);
    this.mask = this.mask * 2 + 1;
    this.size = 0;
    for (let place = 0; place < table.length; place += 4) {
      const b = table[place + 1] ?? 0;
      if (b !== 0) this.set(table[place] ?? 0, b, table[place + 2] ?? 0);
    }
  }
}

function hashOf(a: number, b: number): number {
  const hash = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
