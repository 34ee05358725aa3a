import type { MessageFault, TimedFault } from '../../engine/faults.ts';
import { splitFault } from '../../scenarios/build/faults.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';
import type { TargetValues } from './targets.ts';

/** A fault of which values go somewhere: which fields, after which targets, and what they were last. */
interface PlacedFault {
  readonly index: number;
  /** Its place among the faults of its sort. */
  readonly at: number;
  readonly fields: { readonly field: string; readonly target: string; last: number | undefined }[];
}

/**
 * The faults of a body with the values of one run after the other: only what has another value than in the run before
 * is made anew, for a sweep plays thousands of runs that differ in one or two numbers.
 */
export class PlacedFaults {
  readonly timed: TimedFault[] = [];
  readonly ofMessages: MessageFault[] = [];
  private readonly body: ScenarioBody;
  private readonly placed: readonly PlacedFault[];

  constructor(body: ScenarioBody, places: ReadonlyMap<string, readonly string[]>) {
    this.body = body;
    const fields = new Map<number, PlacedFault['fields'][number][]>();
    for (const [target, list] of places) {
      for (const place of list) {
        const [, index, field = ''] = /^\/faults\/(\d+)\/(\w+)$/u.exec(place) ?? [];
        if (index === undefined) continue;
        const known = fields.get(Number(index)) ?? [];
        fields.set(Number(index), [...known, { field, target, last: undefined }]);
      }
    }
    this.placed = body.faults.flatMap((fault, index): PlacedFault[] => {
      const split = splitFault(body, fault);
      const isTimed = 'timed' in split;
      const at = isTimed ? this.timed.push(split.timed) : this.ofMessages.push(split.ofMessage);
      const own = fields.get(index);
      return own === undefined ? [] : [{ index, at: at - 1, fields: own }];
    });
  }

  /** Gives the faults the values of the next run. */
  place(values: TargetValues): void {
    for (const { index, at, fields } of this.placed) {
      let hasChanged = false;
      for (const one of fields) {
        const value = values.get(one.target) ?? 0;
        hasChanged ||= value !== one.last;
        one.last = value;
      }
      if (!hasChanged) continue;
      const changed: Record<string, number> = {};
      for (const { field, last } of fields) changed[field] = last ?? 0;
      const fault = this.body.faults[index];
      if (fault === undefined) continue;
      const split = splitFault(this.body, { ...fault, ...changed });
      if ('timed' in split) this.timed[at] = split.timed;
      else this.ofMessages[at] = split.ofMessage;
    }
  }
}
