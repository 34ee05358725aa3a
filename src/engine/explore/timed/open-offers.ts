import { FIRST_PART } from './packing.ts';
import {
  ENTRY,
  FIRST_ENTRY,
  FLAGS,
  INSTRUCTION,
  INSTRUCTIONS,
  LOOKED,
  MESSAGES,
  PUNCTUAL,
  SPONTANEOUS,
  TIME,
  TIMES_OF_PART,
} from './parts.ts';
import type { Integers } from './rows.ts';
import { ROOM } from './timed-space.ts';

/** As many as there is room for in a world: each has a time of its own. */
const OFFERS = ROOM;

/** What can be chosen of a world: the rule of offers.ts, over its parts and its times. */
export class OpenOffers {
  /** How many there are. */
  count = 0;
  readonly place = new Int32Array(OFFERS);
  /** Address of its entry, see parts.ts. */
  readonly entry = new Int32Array(OFFERS);
  /** How long after now it happens. */
  readonly inUs = new Float64Array(OFFERS);
  /** A deadline or fault: not held up by another deadline at its very instant. */
  readonly isPunctual = new Uint8Array(OFFERS);
  /** By place: how many times there are of those before, those of the memory left out; at last, how many of all. */
  readonly timesBefore: Int32Array;
  /** How soon something happens that nothing may pass over, and the soonest that is punctual. */
  fixedInUs = Infinity;
  punctualInUs = Infinity;
  /** How soon a message arrives that is not late yet. */
  private messageInUs = Infinity;
  private readonly places: number;

  constructor(places: number) {
    this.places = places;
    this.timesBefore = new Int32Array(places + 1);
  }

  /** Looks at a packed world. `data`: the arena. `first`: where the times of its parts begin. */
  look(data: Int32Array, world: Integers, first: number): void {
    const { timesBefore } = this;
    this.count = 0;
    this.fixedInUs = Infinity;
    this.punctualInUs = Infinity;
    this.messageInUs = Infinity;
    let before = 0;
    for (let place = 0; place < this.places; place += 1) {
      const part = world[FIRST_PART + place] ?? 0;
      timesBefore[place] = before;
      if ((data[part + LOOKED] ?? 0) + (data[part + MESSAGES] ?? 0) > 0) {
        this.lookAt(data, place, part, world, first + before);
      }
      before += data[part + TIMES_OF_PART] ?? 0;
    }
    timesBefore[this.places] = before;
  }

  /** Whether something may be taken: nothing that must happen is passed over, and a deadline goes first. */
  allows(offer: number): boolean {
    const inUs = this.inUs[offer] ?? 0;
    return inUs <= this.fixedInUs && (inUs < this.punctualInUs || this.isPunctual[offer] === 1);
  }

  /** Whether none before it happens at the same time. */
  isFirstThen(offer: number): boolean {
    const { inUs } = this;
    for (let other = 0; other < offer; other += 1) if (inUs[other] === inUs[offer]) return false;
    return true;
  }

  /** How many messages that are not late yet something so long after now passes over, in the world looked at. */
  passedOver(data: Int32Array, world: Integers, firstOfParts: number, inUs: number): number {
    if (this.messageInUs >= inUs) return 0;
    let passed = 0;
    for (let place = 0; place < this.places; place += 1) {
      const part = world[FIRST_PART + place] ?? 0;
      const first = firstOfParts + (this.timesBefore[place] ?? 0);
      const others = (data[part + SPONTANEOUS] ?? 0) + (data[part + LOOKED] ?? 0);
      let at = part + FIRST_ENTRY + others * ENTRY;
      for (const end = at + (data[part + MESSAGES] ?? 0) * ENTRY; at < end; at += ENTRY) {
        const time = world[first + (data[at + TIME] ?? 0)] ?? 0;
        if (time >= 0 && time < inUs) passed += 1;
      }
    }
    return passed;
  }

  private lookAt(data: Int32Array, place: number, part: number, times: Integers, first: number): void {
    let at = part + FIRST_ENTRY + (data[part + SPONTANEOUS] ?? 0) * ENTRY;
    const lookedEnd = at + (data[part + LOOKED] ?? 0) * ENTRY;
    const end = lookedEnd + (data[part + MESSAGES] ?? 0) * ENTRY;
    // Who was stopped goes on with its instruction before it looks at anything else of its own.
    const resumesWith = data[part + INSTRUCTIONS] === 0 ? 0 : resumed(data, at, lookedEnd, times, first);
    for (; at < lookedEnd; at += ENTRY) {
      const time = times[first + (data[at + TIME] ?? 0)] ?? 0;
      const inUs = time > 0 ? time : 0;
      const isPunctual = ((data[at + FLAGS] ?? 0) & PUNCTUAL) !== 0;
      if (inUs < this.fixedInUs) this.fixedInUs = inUs;
      if (isPunctual && inUs < this.punctualInUs) this.punctualInUs = inUs;
      if (resumesWith === 0 || resumesWith === at || isPunctual) this.put(place, at, inUs, isPunctual);
    }
    for (; at < end; at += ENTRY) {
      const time = times[first + (data[at + TIME] ?? 0)] ?? 0;
      if (time >= 0 && time < this.messageInUs) this.messageInUs = time;
      if (resumesWith === 0) this.put(place, at, time > 0 ? time : 0, false);
    }
  }

  private put(place: number, entry: number, inUs: number, isPunctual: boolean): void {
    const { count } = this;
    this.place[count] = place;
    this.entry[count] = entry;
    this.inUs[count] = inUs;
    this.isPunctual[count] = isPunctual ? 1 : 0;
    this.count = count + 1;
  }
}

/** The entry of the first instruction that was stopped and is overdue; 0: there is none. */
function resumed(data: Int32Array, from: number, end: number, times: Integers, first: number): number {
  for (let at = from; at < end; at += ENTRY) {
    const isInstruction = ((data[at + FLAGS] ?? 0) & INSTRUCTION) !== 0;
    if (isInstruction && (times[first + (data[at + TIME] ?? 0)] ?? 0) < 0) return at;
  }
  return 0;
}
