/** Things of one kind, equal ones once, each with a small number. */
export class Distinct<Thing extends object> {
  readonly all: Thing[] = [];
  private readonly numbers = new Map<string, number>();

  number(thing: Thing): number {
    const key = JSON.stringify(thing);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.all.length);
    return this.all.push(thing) - 1;
  }
}
