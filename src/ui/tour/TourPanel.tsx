import { memo } from 'react';
import { DISPATCH_ID } from '../../scenarios/dispatch/dispatch-entry.ts';
import { tourText as text } from '../../text/tour.ts';
import { GuideLinks } from '../guide/GuideLinks.tsx';
import { openBuiltin } from '../gallery/open-builtin.ts';
import { useCatalogue } from '../gallery/use-catalogue.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import './tour.css';

/** The first visit: which step is open, what it teaches, and the way to the next one. */
export const TourPanel = memo(function TourPanel() {
  const store = useAppStore();
  const openId = useApp(({ source, dispatch }) =>
    dispatch === null ? (scenarioOf(source)?.id ?? null) : DISPATCH_ID,
  );
  const all = useCatalogue();
  const steps = text.steps.filter(({ scenario }) => all === null || all.some(({ id }) => id === scenario));
  const at = steps.findIndex(({ scenario }) => scenario === openId);
  const go = (to: number): void => {
    const step = steps[to];
    if (step !== undefined) void openBuiltin(store, step.scenario);
  };
  if (at < 0) {
    return (
      <section className="tour" aria-label={text.heading}>
        <button type="button" className="link" onClick={() => go(0)}>
          {text.start}
        </button>
      </section>
    );
  }
  return (
    <section className="tour" aria-label={text.heading}>
      <div className="tour-head">
        <h2>
          {text.heading} <span className="muted">{text.place(at + 1, steps.length)}</span>
        </h2>
        <button
          type="button"
          className="icon"
          aria-label={text.previous}
          aria-disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <Back />
        </button>
        <button
          type="button"
          className="primary"
          aria-disabled={at === steps.length - 1}
          onClick={() => go(at + 1)}
        >
          {text.next}
        </button>
      </div>
      <p>{steps[at]?.lesson}</p>
      {at === steps.length - 1 && <GuideLinks />}
    </section>
  );
});

function Back() {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <path d="M8 1v8L1 5z" fill="currentColor" />
    </svg>
  );
}
