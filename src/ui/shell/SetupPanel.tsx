import { lazy, Suspense } from 'react';
import { AboutPanel } from '../setup/AboutPanel.tsx';
import { ConfigurationPanel } from '../setup/ConfigurationPanel.tsx';
import { LimitsPanel } from '../setup/LimitsPanel.tsx';
import { ParameterPanel } from '../setup/ParameterPanel.tsx';
import { ScenarioPanel } from '../setup/ScenarioPanel.tsx';
import { ReportNav } from '../reports/ReportNav.tsx';
import { reportIdOf } from '../reports/report-id.ts';
import { SettledContext, useApp } from '../state/app-context.ts';
import { text } from '../text.ts';
import { PanelBoundary } from './PanelBoundary.tsx';

const RecordedPanel = lazy(async () => ({
  default: (await import('../reports/RecordedPanel.tsx')).RecordedPanel,
}));

/** What can be chosen and changed: parameters, configurations, scenarios. */
export function SetupPanel() {
  const source = useApp((state) => state.source);
  return (
    <>
      {reportIdOf(source) !== null && (
        <PanelBoundary name={text.page.reports} resetOn={source}>
          <ReportNav />
        </PanelBoundary>
      )}
      <PanelBoundary name={text.page.reports} resetOn={source}>
        <Suspense fallback={null}>
          <RecordedPanel />
        </Suspense>
      </PanelBoundary>
      <PanelBoundary name={text.page.parameters} resetOn={source}>
        {/* A slider moves with the hand that moves it, or with the handle in the picture. */}
        <SettledContext value={false}>
          <ParameterPanel />
        </SettledContext>
        <ConfigurationPanel />
      </PanelBoundary>
      <PanelBoundary name={text.page.tryNext} resetOn={source}>
        <AboutPanel />
      </PanelBoundary>
      <PanelBoundary name={text.page.scenarios} resetOn={source}>
        <ScenarioPanel />
      </PanelBoundary>
      <LimitsPanel />
    </>
  );
}
