import { memo, useEffect, useState } from 'react';
import type { Outcome } from '../../engine/verdict/types.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { thumbnailOf, THUMBNAIL_WIDTH, type Thumbnail } from '../gallery/thumbnail.ts';
import { OutcomeTag } from '../setup/OutcomeTag.tsx';
import type { Edited } from '../state/edit-tree.ts';
import { layoutRun } from '../timeline/layout.ts';
import '../gallery/gallery.css';

/** A run drawn small, and what came out of it. */
interface Drawn {
  readonly thumbnail: Thumbnail;
  readonly outcome: Outcome;
}

/** The run of a state drawn small with its outcome, once there is time for it. */
export const BranchPicture = memo(function BranchPicture(props: {
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly edited: Edited;
}) {
  const { scenario, configuration, edited } = props;
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    // One after the other, so that the page can be used meanwhile.
    const idle = setTimeout(() => setDrawn(draw(scenario, configuration, edited)));
    return () => clearTimeout(idle);
  }, [scenario, configuration, edited]);
  return (
    <div className="branch-picture">
      {drawn !== null && (
        <>
          <svg
            viewBox={`0 0 ${String(THUMBNAIL_WIDTH)} ${drawn.thumbnail.height.toFixed(1)}`}
            preserveAspectRatio="xMinYMid"
            aria-hidden="true"
          >
            {drawn.thumbnail.shapes.map(({ d, className }, index) => (
              <path key={index} d={d} className={className} />
            ))}
          </svg>
          <OutcomeTag outcome={drawn.outcome} />
        </>
      )}
    </div>
  );
});

function draw(scenario: Scenario, configuration: string, { values, schedule, edits }: Edited): Drawn | null {
  const played = playConfiguration(scenario, configuration, values, schedule, edits);
  if (!played.ok) return null;
  const { run } = played.value;
  return { thumbnail: thumbnailOf(layoutRun(run)), outcome: run.verdict.outcome };
}
