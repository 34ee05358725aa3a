import { memo } from 'react';
import { CountMark } from './CountMark.tsx';
import { text } from './words.ts';

const COUNTS = ['effects', 'duplicates', 'refused', 'empty', 'taken'] as const;
/** An example of a count in the legend, where the shape holds one. */
const EXAMPLE = 3;

/** What the shapes in the pictures mean. */
export const Legend = memo(function Legend() {
  return (
    <ul className="dispatch-legend" aria-label={text.legend}>
      {COUNTS.map((mark) => (
        <li key={mark}>
          <CountMark mark={mark} count={mark === 'empty' ? null : EXAMPLE} />
          {text.marks[mark]}
        </li>
      ))}
      <li>
        <span className="dispatch-still" aria-hidden="true" />
        {text.marks.still}
      </li>
      <li>
        <span className="band leads" aria-hidden="true" />
        {text.marks.leads}
      </li>
      <li>
        <span className="band holds" aria-hidden="true" />
        {text.marks.holds}
      </li>
    </ul>
  );
});
