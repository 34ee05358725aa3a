const WIDTH = 3;

/** Where, of which kind and under which name something can happen, by its number; in one row of integers. */
export class WhatTable {
  private row = new Int32Array(256 * WIDTH);

  set(what: number, place: number, kind: number, name: number): void {
    const at = what * WIDTH;
    while (at >= this.row.length) {
      const before = this.row;
      this.row = new Int32Array(before.length * 2);
      this.row.set(before);
    }
    this.row[at] = place;
    this.row[at + 1] = kind;
    this.row[at + 2] = name;
  }

  /** The place of the component that it happens to. */
  place(what: number): number {
    return this.row[what * WIDTH] ?? 0;
  }

  /** Its index among PENDING_KINDS. */
  kind(what: number): number {
    return this.row[what * WIDTH + 1] ?? 0;
  }

  /** The number of its name; -1: it has none. */
  name(what: number): number {
    return this.row[what * WIDTH + 2] ?? -1;
  }
}
