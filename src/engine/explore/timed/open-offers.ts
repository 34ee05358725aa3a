import type { OpenedWorld } from './opened-world.ts';
import { COUNT_MASK } from './timed-space.ts';

/** What can be chosen of an opened world: the rule of offers.ts, over flat rows. */
export class OpenOffers {
  /** How many there are. */
  count = 0;
  readonly place: number[] = [];
  /** What is pending, by its number in the shape; -1 and below: the message with that number. */
  readonly what: number[] = [];
  /** How long after now it happens. */
  readonly inUs: number[] = [];
  /** A deadline or fault: not held up by another deadline at its very instant. */
  readonly isPunctual: boolean[] = [];
  /** How soon something happens that nothing may pass over, and the soonest that is punctual. */
  fixedInUs = Infinity;
  punctualInUs = Infinity;

  private readonly stride: number;

  /** `stride`: integers that a message takes. */
  constructor(stride: number) {
    this.stride = stride;
  }

  /** Looks at a world. */
  look(world: OpenedWorld): void {
    this.count = 0;
    this.fixedInUs = Infinity;
    this.punctualInUs = Infinity;
    for (let place = 0; place < world.shapes.length; place += 1) this.lookAt(world, place);
  }

  /** Whether something may be taken: nothing that must happen is passed over, and a deadline goes first. */
  allows(offer: number): boolean {
    const inUs = this.inUs[offer] ?? 0;
    return inUs <= this.fixedInUs && (this.isPunctual[offer] === true || inUs < this.punctualInUs);
  }

  /** How many messages that are not late yet something so long after now passes over. */
  passedOver({ row, at, shapes }: OpenedWorld, inUs: number): number {
    let count = 0;
    for (let place = 0; place < shapes.length; place += 1) {
      const shape = shapes[place];
      if (shape?.looksAtMessages !== true) continue;
      const end = at[place + 1] ?? 0;
      for (let index = (at[place] ?? 0) + 2 + shape.ages.length; index < end; index += this.stride) {
        const time = row[index] ?? 0;
        if (time >= 0 && time < inUs) count += 1;
      }
    }
    return count;
  }

  private lookAt({ row, at, shapes }: OpenedWorld, place: number): void {
    const shape = shapes[place];
    const start = at[place] ?? 0;
    if (shape === undefined) return;
    const { looked, instructions } = shape;
    // Who was stopped goes on with its instruction before it looks at anything else of its own.
    let resumesWith = -1;
    for (let index = 0; index < instructions.length; index += 1) {
      const number = instructions[index] ?? 0;
      if ((row[start + 1 + (looked[number]?.slot ?? 0)] ?? 0) < 0) {
        resumesWith = number;
        break;
      }
    }
    for (let index = 0; index < looked.length; index += 1) {
      const item = looked[index];
      if (item === undefined) continue;
      const time = row[start + 1 + item.slot] ?? 0;
      const inUs = time > 0 ? time : 0;
      if (inUs < this.fixedInUs) this.fixedInUs = inUs;
      if (item.isPunctual && inUs < this.punctualInUs) this.punctualInUs = inUs;
      if (resumesWith >= 0 && resumesWith !== index && !item.isPunctual) continue;
      this.put(place, index, inUs, item.isPunctual);
    }
    if (!shape.looksAtMessages || resumesWith >= 0) return;
    const messages = (row[start] ?? 0) & COUNT_MASK;
    for (let message = 0; message < messages; message += 1) {
      const time = row[start + 2 + shape.ages.length + message * this.stride] ?? 0;
      this.put(place, -1 - message, time > 0 ? time : 0, false);
    }
  }

  private put(place: number, what: number, inUs: number, isPunctual: boolean): void {
    const { count } = this;
    this.place[count] = place;
    this.what[count] = what;
    this.inUs[count] = inUs;
    this.isPunctual[count] = isPunctual;
    this.count = count + 1;
  }
}
