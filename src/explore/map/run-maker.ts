import type { Model } from '../../engine/model.ts';
import { play } from '../../engine/play.ts';
import { foundIn, type Found } from '../../engine/random-runs/fold/found.ts';
import { NotFast } from '../../engine/random-runs/not-fast.ts';
import { RandomRuns } from '../../engine/random-runs/random-runs.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { judge } from '../../engine/verdict/judge.ts';
import { buildModel } from '../../scenarios/build.ts';
import { PlacedFaults } from './placed-faults.ts';
import { latencyOf } from '../../scenarios/build/links.ts';
import { machinesDraw } from '../../scenarios/build/machines-draw.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';
import { takeoversIn } from './takeovers.ts';
import { isOfLinks, withPlaces, type TargetValues } from './targets.ts';

/** What one run came to. */
export interface PlayedOnce {
  readonly found: Found;
  readonly entries: number;
  /** In microseconds; good until the next run. */
  readonly takeovers: readonly number[];
}

/** Plays runs of one set of machines: fast where that is known, in the ordinary way where it is not. */
export class RunMaker {
  private readonly body: ScenarioBody;
  private readonly places: ReadonlyMap<string, readonly string[]>;
  private readonly hasLinks: boolean;
  private readonly faults: PlacedFaults;
  private runs: RandomRuns | null;

  /** A body, and where in it the values of a run go. */
  constructor(body: ScenarioBody, places: ReadonlyMap<string, readonly string[]>) {
    this.body = body;
    this.places = places;
    this.faults = new PlacedFaults(body, places);
    this.hasLinks = [...places.values()].some((list) => list.some(isOfLinks));
    this.runs = machinesDraw(body) ? null : unlessSlow(() => new RandomRuns(buildModel(body).model));
  }

  /** Whether runs are played fast, as far as is known from those that were played. */
  get isFast(): boolean {
    return this.runs !== null;
  }

  play(seed: number, values: TargetValues): PlayedOnce {
    const { runs, faults } = this;
    if (runs !== null) {
      const run = unlessSlow(() => {
        if (this.hasLinks) runs.setLinks(latencyOf(this.bodyWith(values)));
        faults.place(values);
        return runs.run(seed, faults.timed, faults.ofMessages);
      });
      if (run !== null) return run;
      // What one run does the others will do as well.
      this.runs = null;
    }
    return played(buildModel({ ...this.bodyWith(values), seed }).model);
  }

  private bodyWith(values: TargetValues): ScenarioBody {
    const at = new Map<string, number>();
    for (const [target, places] of this.places) {
      for (const place of places) at.set(place, values.get(target) ?? 0);
    }
    return withPlaces(this.body, at);
  }
}

/** Null where random runs do not know what is asked. */
function unlessSlow<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof NotFast) return null;
    throw error;
  }
}

function played(model: Model): PlayedOnce {
  const { entries, end } = play(model, ORDINARY);
  const until = end === 'over' ? { horizon: model.horizon } : {};
  const { findings } = judge(entries, { origin: 'simulated', ...until });
  return { found: foundIn(findings), entries: entries.length, takeovers: takeoversIn(entries) };
}
