/** Which worlds lead to which without a further fault, as far as they are expanded; worlds by number. */
export class StepGraph {
  /** Worlds whose steps are all here: the first so many. */
  worlds = 0;
  private steps = 0;
  private ends = new Int32Array(1 << 10);
  private targets = new Int32Array(1 << 12);

  /** Exactly. */
  get bytes(): number {
    return this.ends.byteLength + this.targets.byteLength;
  }

  /** What `bytes` will be at most once there is room for so many worlds and steps more. */
  bytesWithRoomFor(worlds: number, steps: number): number {
    let { bytes } = this;
    // Old and new arrays live side by side while they are copied.
    if (this.worlds + worlds > this.ends.length) bytes += this.ends.byteLength * 2;
    if (this.steps + steps > this.targets.length) bytes += this.targets.byteLength * 2;
    return bytes;
  }

  /** A step of a world; one of a world that comes later than that has no more. */
  add(world: number, target: number): void {
    this.close(world);
    if (this.steps >= this.targets.length) this.targets = enlarged(this.targets);
    this.targets[this.steps] = target;
    this.steps += 1;
  }

  /** No world before this one has more steps. */
  close(world: number): void {
    while (this.worlds < world) {
      if (this.worlds >= this.ends.length) this.ends = enlarged(this.ends);
      this.ends[this.worlds] = this.steps;
      this.worlds += 1;
    }
  }

  /** Where a world leads. */
  from(world: number): Int32Array {
    return this.targets.subarray(this.begin(world), this.ends[world] ?? 0);
  }

  /**
   * What lasts for ever, in each world as bits: a bit that `bitsOf` gives for the world and for every world
   * that can follow, whatever is chosen. Of what follows a world that is not expanded nothing is known; there
   * nothing lasts.
   */
  lasting(bitsOf: (world: number) => number): Int32Array {
    const lasting = Int32Array.from({ length: this.worlds }, (_, world) => bitsOf(world));
    // Most steps lead to worlds with higher numbers: backwards, few rounds are enough.
    for (let changed = true; changed;) {
      changed = false;
      for (let world = this.worlds - 1; world >= 0; world -= 1) {
        let bits = lasting[world] ?? 0;
        if (bits === 0) continue;
        const end = this.ends[world] ?? 0;
        for (let step = this.begin(world); step < end; step += 1)
          bits &= lasting[this.targets[step] ?? 0] ?? 0;
        if (bits === lasting[world]) continue;
        lasting[world] = bits;
        changed = true;
      }
    }
    return lasting;
  }

  /** The way that one keeps to from a world on, to an end or once round a cycle. */
  wayOn(world: number): { readonly worlds: readonly number[]; readonly cycle: number } {
    const worlds: number[] = [];
    const met = new Map([[world, 0]]);
    for (let at = world; ;) {
      const [next] = this.from(at);
      if (next === undefined) return { worlds, cycle: 0 };
      worlds.push(next);
      const before = met.get(next);
      if (before !== undefined) return { worlds, cycle: worlds.length - before };
      met.set(next, worlds.length);
      at = next;
    }
  }

  private begin(world: number): number {
    return world === 0 ? 0 : (this.ends[world - 1] ?? 0);
  }
}

function enlarged(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
