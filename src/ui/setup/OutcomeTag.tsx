import { memo } from 'react';
import type { Outcome } from '../../engine/verdict/types.ts';
import { text } from '../text.ts';
import { toneClass } from '../timeline/colours.ts';

/** An outcome as a small word in its colour. */
export const OutcomeTag = memo(function OutcomeTag({ outcome }: { readonly outcome: Outcome }) {
  return <span className={`tag ${toneClass(outcome)}`}>{text.timeline.outcomes[outcome]}</span>;
});
