import type { Schedule } from '../../engine/schedule.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import type { ParameterValues } from '../../scenarios/scenario.ts';
import type { TimeView } from '../timeline/time-view.ts';
import type { GalleryFilter } from './gallery-filter.ts';
import type { Cursor } from './cursor.ts';
import { scenarioOf, type Source } from './source.ts';

/** Everything that a link holds: from these alone all that is shown follows. */
export interface Inputs {
  readonly source: Source;
  /** Changed parameters alone. */
  readonly values: ParameterValues;
  /** Configurations shown, in the scenario's order; null: the page's own choice. */
  readonly shown: readonly string[] | null;
  /** The configuration whose entries are stepped through and listed; null: the first shown. */
  readonly leading: string | null;
  readonly schedule: Schedule;
  /** What was changed by hand beside the parameters. */
  readonly edits: Edits;
  /** null: the interesting moment, wherever it moves to. */
  readonly cursor: Cursor | null;
  readonly lane: string | null;
  /** null: the whole run. */
  readonly view: TimeView | null;
  /** Whether long stretches in which nothing happens are drawn short. */
  readonly folds: boolean;
  /** What the list of all scenarios shows while it stands in place of the picture; null: it does not. */
  readonly gallery: GalleryFilter | null;
  /** What is changed in the dispatch comparison while it stands in place of the picture; null: it does not. */
  readonly dispatch: ParameterValues | null;
  /** The page of the guide that stands in place of the picture; null: none does. */
  readonly guide: GuidePage | null;
  /** What is asked of the open scenario while that stands in place of the picture; null: it does not. */
  readonly study: Study | null;
  /** What somebody tries to break by hand in the picture, as a link writes it; null: nobody does. */
  readonly breaking: string | null;
}

/** Pages that ask something of a scenario, as a link names them, and how many characters may say what. */
export const STUDY_PAGES = { prove: 200, break: 200, map: 4000, ttl: 4000, budget: 400 } as const satisfies {
  readonly [page: string]: number;
};
export type StudyPage = keyof typeof STUDY_PAGES;

/** One of them, and what it asks, as a link writes it: the page itself reads it. */
export interface Study {
  readonly page: StudyPage;
  readonly asked: string;
}

/** Pages of the guide, as a link names them: the first has no name. */
export const GUIDE_PAGES = ['', 'questions'] as const;
export type GuidePage = (typeof GUIDE_PAGES)[number];

/** The picture is shown, and nothing in its place. */
export const NO_VIEW: Pick<Inputs, 'gallery' | 'dispatch' | 'guide' | 'study'> = {
  gallery: null,
  dispatch: null,
  guide: null,
  study: null,
};

/** A source with nothing changed. */
export function freshInputs(source: Source): Inputs {
  return {
    source,
    values: {},
    shown: null,
    leading: null,
    schedule: ORDINARY,
    edits: NO_EDITS,
    cursor: null,
    lane: null,
    view: null,
    folds: false,
    breaking: null,
    ...NO_VIEW,
  };
}

/** How many configurations a page shows side by side until told otherwise: the pair. */
const PAIR = 2;
const NONE: readonly string[] = [];
const byScenario = new WeakMap<object, readonly string[]>();

/** Ids of the configurations shown, in the scenario's order. */
export function shownConfigurations(inputs: Pick<Inputs, 'source' | 'shown'>): readonly string[] {
  if (inputs.shown !== null) return inputs.shown;
  const scenario = scenarioOf(inputs.source);
  if (scenario === null) return NONE;
  let pair = byScenario.get(scenario);
  if (pair === undefined) {
    pair = scenario.configurations.slice(0, PAIR).map(({ id }) => id);
    byScenario.set(scenario, pair);
  }
  return pair;
}
