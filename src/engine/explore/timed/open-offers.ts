import { FIRST_PART, MEMORY_TIMES } from './outlines.ts';
import {
  ENTRY,
  FIRST_ENTRY,
  FLAGS,
  INSTRUCTION,
  INSTRUCTIONS,
  LOOKED,
  MESSAGES,
  MOVES,
  PUNCTUAL,
  SPONTANEOUS,
  TIME,
  TIMES_OF_PART,
} from './parts.ts';
import type { Integers } from './rows.ts';

/** What can be chosen of a world: the rule of offers.ts, over the parts of its outline and its times. */
export class OpenOffers {
  /** How many there are. */
  count = 0;
  readonly place: number[] = [];
  /** Address of its entry, see parts.ts. */
  readonly entry: number[] = [];
  /** How long after now it happens. */
  readonly inUs: number[] = [];
  /** A deadline or fault: not held up by another deadline at its very instant. */
  readonly isPunctual: boolean[] = [];
  /** By place: how many moves there are of those before, and how many times, those of the memory left out. */
  readonly movesBefore: Int32Array;
  readonly timesBefore: Int32Array;
  /** How soon something happens that nothing may pass over, and the soonest that is punctual. */
  fixedInUs = Infinity;
  punctualInUs = Infinity;
  /** Moves that all choices can come to. */
  moves = 0;
  /** How soon a message arrives that is not late yet. */
  private messageInUs = Infinity;
  private readonly places: number;

  constructor(places: number) {
    this.places = places;
    this.movesBefore = new Int32Array(places);
    this.timesBefore = new Int32Array(places);
  }

  /** Looks at a world. `data`: the arena. */
  look(data: Int32Array, outline: number, times: Integers): void {
    const { movesBefore, timesBefore } = this;
    this.count = 0;
    this.fixedInUs = Infinity;
    this.punctualInUs = Infinity;
    this.messageInUs = Infinity;
    const ofMemory = (data[outline + MEMORY_TIMES] ?? 0) + 1;
    let moves = 0;
    let before = 0;
    for (let place = 0; place < this.places; place += 1) {
      const part = data[outline + FIRST_PART + place] ?? 0;
      movesBefore[place] = moves;
      timesBefore[place] = before;
      if ((data[part + LOOKED] ?? 0) + (data[part + MESSAGES] ?? 0) > 0) {
        this.lookAt(data, place, part, times, ofMemory + before);
      }
      moves += data[part + MOVES] ?? 0;
      before += data[part + TIMES_OF_PART] ?? 0;
    }
    this.moves = moves;
  }

  /** Whether something may be taken: nothing that must happen is passed over, and a deadline goes first. */
  allows(offer: number): boolean {
    const inUs = this.inUs[offer] ?? 0;
    return inUs <= this.fixedInUs && (inUs < this.punctualInUs || this.isPunctual[offer] === true);
  }

  /** Whether none before it happens at the same time. */
  isFirstThen(offer: number): boolean {
    const { inUs } = this;
    for (let other = 0; other < offer; other += 1) if (inUs[other] === inUs[offer]) return false;
    return true;
  }

  /** How many messages that are not late yet something so long after now passes over, in the world looked at. */
  passedOver(data: Int32Array, outline: number, times: Integers, inUs: number): number {
    if (this.messageInUs >= inUs) return 0;
    let passed = 0;
    for (let place = 0; place < this.places; place += 1) {
      const part = data[outline + FIRST_PART + place] ?? 0;
      const first = (data[outline + MEMORY_TIMES] ?? 0) + 1 + (this.timesBefore[place] ?? 0);
      const others = (data[part + SPONTANEOUS] ?? 0) + (data[part + LOOKED] ?? 0);
      let at = part + FIRST_ENTRY + others * ENTRY;
      for (const end = at + (data[part + MESSAGES] ?? 0) * ENTRY; at < end; at += ENTRY) {
        const time = times[first + (data[at + TIME] ?? 0)] ?? 0;
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
    this.isPunctual[count] = isPunctual;
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
