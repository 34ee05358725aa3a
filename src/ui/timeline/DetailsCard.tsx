import { memo, useLayoutEffect, useRef } from 'react';
import type { Run } from '../../scenarios/run.ts';
import type { Finding } from '../../engine/verdict/types.ts';
import { toneClass } from './colours.ts';
import { detailsOf } from './details.ts';
import type { PanelHit } from './Panel.tsx';
import type { TimelineProps } from './props.ts';
import type { Axis } from './scale.ts';

/** What is under the pointer or has the focus, in full words. */
export const DetailsCard = memo(function DetailsCard(props: {
  readonly hit: PanelHit;
  readonly run: Run;
  readonly axis: Axis;
  readonly text: TimelineProps['text'];
  readonly describe: TimelineProps['describe'];
  readonly describeFinding: ((finding: Finding, run: Run) => string) | undefined;
}) {
  const { hit, run } = props;
  const card = useRef<HTMLDivElement>(null);
  const details = detailsOf(hit.hit, run, props);

  // Beside the pointer, on the side where there is room; measured, because words decide the size.
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect();
    const room = document.documentElement;
    const left = hit.x + 14 + width < room.clientWidth ? hit.x + 14 : Math.max(6, hit.x - 14 - width);
    const top = hit.y + 16 + height < room.clientHeight ? hit.y + 16 : Math.max(6, hit.y - 12 - height);
    element.style.transform = `translate(${String(Math.round(left))}px, ${String(Math.round(top))}px)`;
  });

  if (details.lines.length === 0) return null;
  return (
    <div ref={card} className="tl-details" aria-hidden="true">
      {details.lines.map((line, index) => (
        <p
          key={index}
          className={line.tone === null ? undefined : `tl-details-finding ${toneClass(line.tone)}`}
        >
          {line.time !== null && <b>{line.time} </b>}
          {line.words}
        </p>
      ))}
    </div>
  );
});
