import { lazy, memo, Suspense, useState, type KeyboardEvent } from 'react';
import { text } from '../text.ts';
import { TracePanel } from '../trace-list/TracePanel.tsx';
import { useApp } from '../state/app-context.ts';
import { PanelBoundary } from './PanelBoundary.tsx';

const InspectorPanel = lazy(async () => ({ default: (await import('./InspectorPanel.tsx')).InspectorPanel }));

const FiguresPanel = lazy(async () => ({
  default: (await import('../figures/FiguresPanel.tsx')).FiguresPanel,
}));

const SchedulerPanel = lazy(async () => ({
  default: (await import('../scheduler/SchedulerPanel.tsx')).SchedulerPanel,
}));

const BranchesPanel = lazy(async () => ({
  default: (await import('../branches/BranchesPanel.tsx')).BranchesPanel,
}));

const PANELS = {
  inspector: InspectorPanel,
  figures: FiguresPanel,
  scheduler: SchedulerPanel,
  branches: BranchesPanel,
} as const;
const TABS = ['trace', 'inspector', 'figures', 'scheduler', 'branches'] as const;
type Tab = (typeof TABS)[number];

/** The trace in words, the inside of every actor, figures of the run, what can happen next; one at a time, for all want the room. */
export const DetailTabs = memo(function DetailTabs() {
  const [tab, setTab] = useState<Tab>('trace');
  const source = useApp((state) => state.source);
  const Panel = tab === 'trace' ? TracePanel : PANELS[tab];
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? tab;
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section className="detail" aria-label={text.page.details}>
      <div className="tabs" role="tablist" aria-label={text.page.details}>
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === tab}
            aria-controls={one === tab ? `tabpanel-${one}` : undefined}
            tabIndex={one === tab ? 0 : -1}
            onClick={() => setTab(one)}
            onKeyDown={onKeyDown}
          >
            {text.page[one]}
          </button>
        ))}
      </div>
      <div
        className="tabpanel"
        role="tabpanel"
        id={`tabpanel-${tab}`}
        aria-labelledby={`tab-${tab}`}
        // Nothing in the figures takes the focus, and they can be longer than their place.
        tabIndex={tab === 'figures' ? 0 : undefined}
      >
        <PanelBoundary name={text.page[tab]} key={tab} resetOn={source}>
          <Suspense fallback={<p className="muted">{text.page.loading}</p>}>
            <Panel />
          </Suspense>
        </PanelBoundary>
      </div>
    </section>
  );
});
