import { memo } from 'react';
import { text } from '../text.ts';

/** What fencing does not do. */
export const LimitsPanel = memo(function LimitsPanel() {
  return (
    <details className="limits">
      <summary>{text.page.limits}</summary>
      {text.page.limitsText.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </details>
  );
});
