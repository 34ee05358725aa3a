import { memo } from 'react';
import type { Run } from '../../scenarios/run.ts';
import { clientClass } from './colours.ts';
import { pictureOf } from './picture-of.ts';
import type { TimelineText } from './text.ts';

/** What the hatches of the pictures mean; nothing where no belief is hatched. */
export const HatchKey = memo(function HatchKey(props: {
  readonly runs: readonly Run[];
  readonly text: Pick<TimelineText, 'hatches'>;
}) {
  const hatched = props.runs
    .flatMap((run) => pictureOf(run).lanes)
    .flatMap((lane) =>
      lane.role === 'client' && lane.windows.some(({ neverGranted }) => !neverGranted) ? [lane] : [],
    );
  const [first] = hatched;
  // Its place stays: a picture that moves while somebody drags in it slips from under the pointer.
  if (first === undefined) return <p className="tl-key tl-key-empty" />;
  const kinds = [
    ...(hatched.some(({ harmless }) => harmless.length > 0) ? (['zombie'] as const) : []),
    ...(hatched.some(({ dangers }) => dangers.length > 0) ? (['danger'] as const) : []),
  ];
  return (
    <p className={`tl-key ${clientClass(first.colour)}`}>
      {kinds.map((kind) => (
        <span key={kind}>
          <i className={`tl-key-${kind}`} /> {props.text.hatches[kind]}
        </span>
      ))}
    </p>
  );
});
