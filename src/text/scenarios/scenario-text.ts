/** What people read about a scenario that comes with the product. */
export interface ScenarioText {
  readonly name: string;
  /** What it shows, in one sentence. */
  readonly sentence: string;
  /** What is widely said, where the run shows that it is not so, or only under a condition. */
  readonly claim?: string;
  /** What happens to the claim. */
  readonly truth?: string;
  /** What to change next, and what to look for. */
  readonly tryNext: string;
  /** Where the idea comes from. */
  readonly source?: string;
  /** Names of its parameters, by id, where they differ from the common ones. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Names of its configurations, by id, where they differ from the common ones. */
  readonly configurations?: Readonly<Record<string, string>>;
}

/** Texts by the id of the scenario. */
export type ScenarioTexts = Readonly<Record<string, ScenarioText>>;
