import { memo } from 'react';
import { limitsText } from '../../text/limits.ts';

/** What fencing does not do. */
export const LimitsPanel = memo(function LimitsPanel() {
  return (
    <details className="limits">
      <summary>{limitsText.heading}</summary>
      {limitsText.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </details>
  );
});
