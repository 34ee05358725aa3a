/** What was made lately, by a key: of more than `most`, what was asked for longest ago is given up. */
export class Recent<Made> {
  private readonly most: number;
  private readonly known = new Map<string, Made>();

  constructor(most: number) {
    this.most = most;
  }

  /** What the key stands for, made if it is not known. */
  get(key: string, make: () => Made): Made {
    const { known } = this;
    const made = known.has(key) ? (known.get(key) as Made) : make();
    known.delete(key);
    known.set(key, made);
    const oldest = known.keys().next();
    if (known.size > this.most && !oldest.done) known.delete(oldest.value);
    return made;
  }
}
