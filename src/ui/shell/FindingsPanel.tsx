import { lazy, Suspense } from 'react';
import { PairsPanel } from '../compare/PairsPanel.tsx';
import { MomentPanel } from '../moment/MomentPanel.tsx';
import { WhyPanel } from '../moment/WhyPanel.tsx';
import { useApp } from '../state/app-context.ts';
import { text } from '../text.ts';
import { Announcer } from './Announcer.tsx';
import { DetailTabs } from './DetailTabs.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';

const PropertiesPanel = lazy(async () => ({
  default: (await import('../properties/PropertiesPanel.tsx')).PropertiesPanel,
}));

/** What is said of the run: what went wrong at the cursor, why, and the trace, in sight and for screen readers. */
export function FindingsPanel() {
  const source = useApp((state) => state.source);
  return (
    <>
      <PanelBoundary name={text.page.why} resetOn={source}>
        <MomentPanel />
        <WhyPanel />
        <PairsPanel />
        <Suspense fallback={<div className="properties-place" />}>
          <PropertiesPanel />
        </Suspense>
      </PanelBoundary>
      <DetailTabs />
      <Announcer />
    </>
  );
}
