import { memo } from 'react';
import type { Outcome } from '../../engine/verdict/types.ts';
import { toneClass } from './colours.ts';
import { markGlyph, severityGlyph } from './glyphs.ts';
import type { Glyph } from './glyphs.ts';
import { circlePath } from './path.ts';
import type { TimelineText } from './text.ts';

/** Height of a panel's title line in pixels. */
export const HEADER_HEIGHT = 28;

/** The name of a configuration and, at the right, what came out of it and when. */
export const PanelHeader = memo(function PanelHeader(props: {
  readonly id: string;
  readonly label: string;
  readonly outcome: Outcome;
  /** When it came about, in words; null where no entry shows it. */
  readonly when: string | null;
  readonly text: TimelineText;
}) {
  const { id, label, outcome, when, text } = props;
  return (
    <header className={`tl-header ${toneClass(outcome)}`} style={{ height: HEADER_HEIGHT }}>
      <h3 id={id} title={label}>
        {label}
      </h3>
      <p className="tl-outcome">
        <OutcomeShape outcome={outcome} />
        <strong role="status" aria-label={text.outcomeOf(label)}>
          {text.outcomes[outcome]}
        </strong>
        {when !== null && <span>{text.at(when)}</span>}
      </p>
    </header>
  );
});

/** The shape that stands for an outcome wherever its word does. */
export function OutcomeShape(props: { readonly outcome: Outcome }) {
  const glyph = outcomeGlyph(props.outcome);
  return (
    <svg className="tl-outcome-shape" width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
      {glyph.fill !== undefined && <path className="tl-glyph-fill" d={glyph.fill} />}
      {glyph.stroke !== undefined && <path className="tl-glyph-stroke" d={glyph.stroke} />}
      {glyph.cut !== undefined && <path className="tl-glyph-cut" d={glyph.cut} />}
    </svg>
  );
}

function outcomeGlyph(outcome: Outcome): Glyph {
  switch (outcome) {
    case 'safe':
      return { stroke: `${circlePath(0, 0, 6.5)}M-3 0l2.2 2.4l3.8 -4.6`, reach: 7 };
    case 'no-finding':
      return { stroke: circlePath(0, 0, 6.5), reach: 7 };
    case 'corrupted':
      return markGlyph('corrupting', 0, 0);
    case 'refused':
    case 'blocked':
    case 'at-risk':
    case 'fenced':
      return severityGlyph(outcome, 0, 0);
  }
}
