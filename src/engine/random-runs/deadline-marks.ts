import { promise } from '../assert.ts';
import type { MachineEvent } from '../component.ts';
import type { Micros } from '../time.ts';
import type { Pending, PendingKind } from '../world.ts';

/** A time of an entry: so long after now, or after the due time of a deadline of its component that stands already. */
export interface MarkedTime {
  readonly plusUs: number;
  readonly deadline: string | null;
}

/** A declared margin: so much, and what lies between two deadlines that stand already. */
export interface MarkedMargin {
  readonly plusUs: number;
  readonly from: string | null;
  readonly to: string | null;
}

const MARK: MachineEvent = Object.freeze({ type: 'mark' });

/** A timer of this name is forgotten by a crash and by nothing else. */
const CRASH_ID = ' crash';

/** Longer than any duration: some four hours. Powers of two times it have differences that are all different. */
const APART = 2 ** 34;
const MOST = 17;

const OF_MARK = { event: MARK, cause: null, order: 1 } as const;
const ONLY_CRASH: readonly Pending[] = [{ kind: 'timer', id: CRASH_ID, due: APART as Micros, ...OF_MARK }];

interface Noted {
  readonly place: number;
  readonly kind: PendingKind;
  readonly id: string;
  readonly due: Micros;
}

/**
 * Items that stand for what may be pending while a step is worked out, once for all times: those that the step
 * speaks of. What it takes away is gone afterwards; where it tells a time of one, that time is so large that
 * it can be known again.
 */
export class DeadlineMarks {
  private readonly noted: Noted[] = [];

  get size(): number {
    return this.noted.length;
  }

  /** From now on, something of this name is pending. */
  note(place: number, kind: PendingKind, id: string): void {
    if (this.noted.some((mark) => mark.place === place && mark.kind === kind && mark.id === id)) return;
    const due = (APART * 2 ** (this.noted.length + 1)) as Micros;
    promise(this.noted.length < MOST, `a step speaks of more than ${String(MOST)} things by name`);
    this.noted.push({ place, kind, id, due });
  }

  /** The marks of a component; what happens there is not among them. */
  at(place: number, happens: Pending | null): readonly Pending[] {
    if (this.noted.length === 0) return ONLY_CRASH;
    const marks = [...ONLY_CRASH];
    for (const { place: at, kind, id, due } of this.noted) {
      const isItself = kind === happens?.kind && id === happens.id;
      if (at === place && !isItself) marks.push({ kind, id, due, ...OF_MARK });
    }
    return marks;
  }

  static isMark(this: void, { event }: Pending): boolean {
    return event === MARK;
  }

  static isOfCrash(this: void, { id }: Pending): boolean {
    return id === CRASH_ID;
  }

  /** A time that a step told. */
  time(value: number): MarkedTime {
    for (const { due, id } of this.noted) {
      if (Math.abs(value - due) < APART) return { plusUs: value - due, deadline: id };
    }
    return { plusUs: value, deadline: null };
  }

  /** A margin that a step declared. */
  margin(value: number): MarkedMargin {
    const ends = [{ due: 0, id: null }, ...this.noted];
    for (const to of ends) {
      for (const from of ends) {
        const plusUs = value - to.due + from.due;
        if (to !== from && Math.abs(plusUs) < APART) return { plusUs, from: from.id, to: to.id };
      }
    }
    return { plusUs: value, from: null, to: null };
  }
}
