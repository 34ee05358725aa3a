import type { Json } from '../../engine/trace.ts';
import type { HeldStill } from '../../scenarios/strip/outcome-with.ts';
import type { Sample } from '../../scenarios/strip/stretches.ts';

/** One strip: the outcome of one configuration over the range of one parameter, all else held still. */
export interface StripQuestion {
  /** Equal keys ask for the same; documents, schedules and edits are told apart by identity. */
  readonly key: string;
  readonly document: Json;
  readonly configuration: string;
  readonly parameter: string;
  readonly held: HeldStill;
}

/** What a worker is asked for: outcomes at values, or the edges between neighbouring samples. */
export type StripTask = { readonly question: StripQuestion } & (
  | { readonly kind: 'values'; readonly values: readonly number[] }
  | { readonly kind: 'edges'; readonly samples: readonly Sample[] }
);

/** What it answers: samples in ascending order, or why there are none. */
export type StripAnswer =
  | { readonly ok: true; readonly samples: readonly Sample[]; readonly tookMs: number }
  | { readonly ok: false; readonly message: string };
