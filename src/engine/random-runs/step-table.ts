const WIDTH = 3;

/**
 * What is known by pairs of small integers: a hash table in one array. Nodes are numbers from 1; what is
 * known is never 0.
 */
export class StepTable {
  private nodes = 1;
  private count = 0;
  private mask = 1023;
  private cells = new Int32Array((this.mask + 1) * WIDTH);

  /** How many pairs are known. */
  get size(): number {
    return this.count;
  }

  /** A new node. */
  node(): number {
    this.nodes += 1;
    return this.nodes - 1;
  }

  /** What is known of a pair; 0: nothing. */
  get(node: number, state: number): number {
    const { cells, mask } = this;
    let at = slot(node, state) & mask;
    for (;;) {
      const base = at * WIDTH;
      const found = cells[base];
      if (found === 0) return 0;
      if (found === node && cells[base + 1] === state) return cells[base + 2] ?? 0;
      at = (at + 1) & mask;
    }
  }

  set(node: number, state: number, value: number): void {
    if (this.count * 2 > this.mask) this.grow();
    this.put(node, state, value);
    this.count += 1;
  }

  private put(node: number, state: number, value: number): void {
    const { cells, mask } = this;
    let at = slot(node, state) & mask;
    while (cells[at * WIDTH] !== 0) at = (at + 1) & mask;
    cells[at * WIDTH] = node;
    cells[at * WIDTH + 1] = state;
    cells[at * WIDTH + 2] = value;
  }

  private grow(): void {
    const before = this.cells;
    this.mask = this.mask * 2 + 1;
    this.cells = new Int32Array((this.mask + 1) * WIDTH);
    for (let base = 0; base < before.length; base += WIDTH) {
      if (before[base] !== 0) this.put(before[base] ?? 0, before[base + 1] ?? 0, before[base + 2] ?? 0);
    }
  }
}

function slot(node: number, state: number): number {
  const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(state, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
