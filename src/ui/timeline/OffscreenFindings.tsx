import { memo } from 'react';
import { toneClass } from './colours.ts';
import type { PanelGeometry } from './geometry.ts';
import type { FindingMark, RunPicture } from './picture.ts';
import type { TimeScale } from './scale.ts';
import { findingsOutside } from './outside.ts';
import { worse } from './severity.ts';
import type { TimelineText } from './text.ts';

/** Arrows at the edges of a panel that point at findings outside the view, and go there. */
export const OffscreenFindings = memo(function OffscreenFindings(props: {
  readonly picture: RunPicture;
  readonly geometry: PanelGeometry;
  readonly scale: TimeScale;
  readonly text: TimelineText;
  readonly onReveal: (time: number) => void;
}) {
  const { picture, geometry, scale, text, onReveal } = props;
  const { findings } = picture;
  const { before, after } = findingsOutside(picture, scale);
  const left = findings[before - 1];
  const right = findings[after];
  return (
    <>
      {left !== undefined && (
        <button
          type="button"
          className={`tl-edge tl-edge-left ${toneOf(findings.slice(Math.max(0, before - 20), before))}`}
          style={{ top: topOf(left, geometry) }}
          aria-label={text.findingsBefore(before)}
          title={text.findingsBefore(before)}
          onClick={() => onReveal(left.t)}
        >
          <Arrow points="7,1 1,6 7,11" />
          {before}
        </button>
      )}
      {right !== undefined && (
        <button
          type="button"
          className={`tl-edge tl-edge-right ${toneOf(findings.slice(after, after + 20))}`}
          style={{ top: topOf(right, geometry) }}
          aria-label={text.findingsAfter(findings.length - after)}
          title={text.findingsAfter(findings.length - after)}
          onClick={() => onReveal(right.t)}
        >
          {findings.length - after}
          <Arrow points="1,1 7,6 1,11" />
        </button>
      )}
    </>
  );
});

function Arrow(props: { points: string }) {
  return (
    <svg width="8" height="12" aria-hidden="true">
      <polygon points={props.points} />
    </svg>
  );
}

function topOf(mark: FindingMark, geometry: PanelGeometry): number {
  const box = geometry.lanes[mark.lane];
  return box === undefined ? 0 : box.labelY - 10;
}

function toneOf(marks: readonly FindingMark[]): string {
  return toneClass(marks.reduce((tone, mark) => worse(tone, mark.severity), marks[0]?.severity ?? 'hazard'));
}
