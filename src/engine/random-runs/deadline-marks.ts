import type { MachineEvent } from '../component.ts';
import type { Micros } from '../time.ts';
import type { Pending, PendingKind } from '../world.ts';
import { NotFast } from './not-fast.ts';

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

/**
 * More than twice as long as any duration of a document, which is at most a day. Powers of three times it, and their
 * differences, are all different, and as many as this are whole numbers still.
 */
const APART = 2 ** 38;
const MOST = 9;

const OF_MARK = { event: MARK, cause: null, order: 1 } as const;
const ONLY_CRASH: readonly Pending[] = [{ kind: 'timer', id: CRASH_ID, due: APART as Micros, ...OF_MARK }];

/** When something is pending of which no time is told. */
const SOME_TIME = APART as Micros;

interface Noted {
  readonly place: number;
  readonly kind: PendingKind;
  readonly id: string;
  due: Micros;
}

/**
 * Items that stand for what may be pending while a step is worked out, once for all times: those that the step
 * speaks of. What it takes away is gone afterwards; where it tells a time of one, that time is so large that
 * it can be known again.
 */
export class DeadlineMarks {
  /** Grows with what is noted. */
  size = 0;
  private readonly noted: Noted[] = [];
  private timed = 0;

  /** From now on, something of this name is pending; `isTold`: its time is told. */
  note(place: number, kind: PendingKind, id: string, isTold = false): void {
    const known = this.noted.find((mark) => mark.place === place && mark.kind === kind && mark.id === id);
    if (known !== undefined && (!isTold || known.due !== SOME_TIME)) return;
    if (isTold && this.timed === MOST) throw new NotFast(`entries that tell more than ${String(MOST)} times`);
    if (isTold) this.timed += 1;
    const due = isTold ? ((APART * 3 ** this.timed) as Micros) : SOME_TIME;
    this.size += 1;
    if (known === undefined) this.noted.push({ place, kind, id, due });
    else known.due = due;
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
    for (const { due, id } of this.told()) {
      if (Math.abs(value - due) < APART / 2) return { plusUs: value - due, deadline: id };
    }
    return { plusUs: value, deadline: null };
  }

  /** A margin that a step declared. */
  margin(value: number): MarkedMargin {
    const ends = [{ due: 0, id: null }, ...this.told()];
    for (const to of ends) {
      for (const from of ends) {
        const plusUs = value - to.due + from.due;
        if (to !== from && Math.abs(plusUs) < APART / 2) return { plusUs, from: from.id, to: to.id };
      }
    }
    return { plusUs: value, from: null, to: null };
  }

  private told(): readonly Noted[] {
    return this.timed === 0 ? NONE : this.noted.filter(({ due }) => due !== SOME_TIME);
  }
}

const NONE: readonly Noted[] = [];
