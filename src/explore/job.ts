import '../scenarios/services/all-services.ts';
import {
  Exploration,
  type ExplorationResult,
  type FoundCounterexample,
} from '../engine/explore/exploration.ts';
import { withoutHorizon } from '../engine/explore/counterexample.ts';
import {
  LOCK_PROPERTIES,
  PAUSED_HOLDER_PROPERTIES,
  UNIT_PROPERTIES,
  sightsOf,
  type Property,
  type PropertyResult,
} from '../engine/explore/properties.ts';
import type { Sight } from '../engine/explore/monitor.ts';
import { shrinkToFaults, sightsOfPlay, type FaultScript } from '../engine/explore/shrink.ts';
import type { FaultBudget } from '../engine/faults.ts';
import type { Model } from '../engine/model.ts';
import { bad, good, type Result } from '../engine/result.ts';
import type { Schedule } from '../engine/schedule.ts';
import type { Json } from '../engine/trace.ts';
import { referenceModel, type ReferenceOptions } from '../machines/reference/reference-model.ts';
import { BAD } from '../machines/reference/reference-store.ts';
import { buildModel } from '../scenarios/build.ts';
import type { Edits } from '../scenarios/edits.ts';
import type { ScenarioBody } from '../scenarios/schema.ts';
import { readScenario, resolveBody, type ParameterValues } from '../scenarios/scenario.ts';

/** What to explore, as plain JSON: the same in Node, in a worker and on the command line. */
export type ExploreJob = {
  readonly maxStates: number | null;
  readonly maxBytes: number;
  readonly stopAtFirst: boolean;
} & (
  | {
      readonly kind: 'scenario';
      /** The scenario document as it was read. */
      readonly document: Json;
      readonly configuration: string;
      readonly values: ParameterValues;
      /** What was changed in the document by hand; nothing where it is left out. */
      readonly edits?: Edits;
      /** Names of the properties that are looked at; all where it is left out. */
      readonly only?: readonly string[];
      readonly budget: FaultBudget;
      /** The document's own faults strike as well; else the budget takes their place. */
      readonly keepsFaults: boolean;
      /** A stale write counts only if its writer was paused across its lease's end and sent it afterwards. */
      readonly pausedHolder: boolean;
    }
  | ({ readonly kind: 'reference' } & ReferenceOptions)
);

/** What was found, as plain JSON. */
export interface ExploreReport extends Omit<ExplorationResult, 'counterexample' | 'others' | 'properties'> {
  readonly properties: readonly PropertyResult[];
  readonly counterexample: ReportedCounterexample | null;
  /** A shortest one of each other property that is broken. */
  readonly others: readonly ReportedCounterexample[];
}

/** A shortest counterexample in plain JSON. */
export interface ReportedCounterexample {
  readonly property: string;
  /** Steps from the start to the finding. */
  readonly length: number;
  /** How many of its last steps come round for ever; 0 where it ends. */
  readonly cycle: number;
  readonly actions: readonly string[];
  /** Replays it in the explored model. */
  readonly schedule: Schedule;
  /** When it ends, in microseconds; playback needs a horizon not before. */
  readonly endsAtUs: number;
  /** The same finding by few and short faults without a schedule, where there is one. */
  readonly faults: FaultScript | null;
}

/** A job that was understood: run `exploration`, then ask for the report. */
export interface PreparedJob {
  readonly exploration: Exploration;
  readonly model: Model;
  readonly report: () => ExploreReport;
}

/** Makes a job ready to run. Problems are those of the scenario document and its values. */
export function prepareJob(job: ExploreJob): Result<PreparedJob> {
  const prepared = job.kind === 'reference' ? good(referenceOf(job)) : scenarioOf(job);
  if (!prepared.ok) return prepared;
  const { model, properties } = prepared.value;
  const maxStates = job.maxStates ?? Infinity;
  const { maxBytes, stopAtFirst } = job;
  const exploration = new Exploration({ model, properties, maxStates, maxBytes, stopAtFirst });
  return good({ exploration, model, report: () => reportOf(exploration, model, properties) });
}

interface Question {
  readonly model: Model;
  readonly properties: readonly Property[];
}

function referenceOf(job: ReferenceOptions): Question {
  const neverBad: Property = {
    name: 'never-bad',
    kind: 'always',
    mark: { component: 'store', bit: 1, holds: (cell) => cell.state.value === BAD },
  };
  return { model: referenceModel(job), properties: [neverBad] };
}

function scenarioOf(job: Extract<ExploreJob, { kind: 'scenario' }>): Result<Question> {
  const scenario = readScenario(job.document);
  if (!scenario.ok) return scenario;
  const body = resolveBody(scenario.value, job.configuration, job.values, job.edits);
  if (!body.ok) return body;
  if (Object.values(job.budget).some((count) => !Number.isInteger(count) || count < 0)) {
    return bad({ where: 'budget', what: 'must be whole numbers, not negative' });
  }
  if (body.value.links.some(({ fifo }) => fifo))
    return bad({ where: 'links', what: 'one that keeps the order of messages cannot be explored' });
  const faults = job.keepsFaults ? body.value.faults : [];
  const { model } = buildModel({ ...body.value, faults }, job.budget);
  const asked = job.pausedHolder ? PAUSED_HOLDER_PROPERTIES : LOCK_PROPERTIES;
  const hasUnits = body.value.clients.some(({ script }) => script.some(isOfUnit));
  const known = hasUnits ? [...asked, ...UNIT_PROPERTIES] : asked;
  const { only } = job;
  const strange = only?.find((name) => !known.some((property) => property.name === name));
  if (strange !== undefined) return bad({ where: 'only', what: `there is no property "${strange}"` });
  const properties = only === undefined ? known : known.filter(({ name }) => only.includes(name));
  return good({ model, properties });
}

function isOfUnit(step: ScenarioBody['clients'][number]['script'][number]): boolean {
  return step.op === 'repeat' ? step.do.some(isOfUnit) : step.op === 'work' && step.unit !== undefined;
}

function reportOf(exploration: Exploration, model: Model, properties: readonly Property[]): ExploreReport {
  const { counterexample, others, ...rest } = exploration.result();
  const reported = (found: FoundCounterexample): ReportedCounterexample =>
    reportedOf(found, model, properties);
  return {
    ...rest,
    counterexample: counterexample === null ? null : reported(counterexample),
    others: others.map(reported),
  };
}

function reportedOf(
  { property: name, length, cycle, actions, schedule, endsAt, choices }: FoundCounterexample,
  model: Model,
  properties: readonly Property[],
): ReportedCounterexample {
  const property = properties.find((candidate) => candidate.name === name);
  const bits = property === undefined ? 0 : sightsOf(property);
  const asksFor = (sight: Sight): boolean =>
    properties.some((asked) => 'sights' in asked && asked.sights.includes(sight));
  const pausedHolder = asksFor('stale-write-accepted-paused');
  const units = asksFor('duplicate-work');
  const faults =
    bits === 0
      ? null
      : shrinkToFaults(
          withoutHorizon(model),
          choices,
          (played) => (sightsOfPlay(played, { pausedHolder, units }) & bits) !== 0,
        );
  return { property: name, length, cycle, actions, schedule, endsAtUs: endsAt, faults };
}
