import type { Problem } from '../../engine/result.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { sweepText } from '../../text/sweep.ts';
import { ConfigurationChoice } from '../study/ConfigurationChoice.tsx';

/** Where a page has nothing to play: why, and the way to another configuration. */
export function NothingToAsk(props: {
  readonly scenario: Scenario;
  readonly configuration: string;
  /** What a configuration would need. */
  readonly why: string;
  /** Where its edits do not fit: that is why. */
  readonly problems: readonly Problem[];
}) {
  const { scenario, configuration, why, problems } = props;
  return (
    <>
      <div className="study-side">
        <ConfigurationChoice scenario={scenario} configuration={configuration} />
      </div>
      <section className="study-main">
        <p>
          {problems.length === 0
            ? why
            : problems.map(({ where, what }) => sweepText.draws.problem(where, what)).join('; ')}
        </p>
      </section>
    </>
  );
}
