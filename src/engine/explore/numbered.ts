/** Plain JSON values with a small number each, from 0 in order of meeting; equal values have the same. */
export class Numbered<T> {
  private readonly numbers = new Map<string, number>();
  private readonly values: T[] = [];

  /** `first` gets number 0. */
  constructor(first: T) {
    this.number(first);
  }

  get size(): number {
    return this.values.length;
  }

  number(value: T): number {
    const key = JSON.stringify(value);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.values.length;
    this.numbers.set(key, number);
    this.values.push(value);
    return number;
  }

  /** The value with this number; a number that was not given out is a RangeError. */
  at(number: number): T {
    const value = this.values[number];
    if (value === undefined) throw new RangeError(`no value has the number ${String(number)}`);
    return value;
  }
}
