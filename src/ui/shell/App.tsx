import { lazy, Suspense, useRef, type ReactNode, type Ref } from 'react';
import { useKeyboard } from '../keyboard/use-keyboard.ts';
import { SettledContext, useApp } from '../state/app-context.ts';
import { shownRuns } from '../state/derived.ts';
import { text } from '../text.ts';
import type { TimelineHandle } from '../timeline/props.ts';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';
import { findingsPanel, picturePanel, setupPanel, transportPanel } from './panels.ts';
import { SectionLinks } from './SectionLinks.tsx';
import { ONE_COLUMN, useMedia } from './use-media.ts';
import './app.css';

const KeyboardHelp = lazy(async () => ({
  default: (await import('../keyboard/KeyboardHelp.tsx')).KeyboardHelp,
}));

const EditMenu = lazy(async () => ({ default: (await import('../edit/EditMenu.tsx')).EditMenu }));

const PicturePanel = lazy(async () => ({ default: (await picturePanel).PicturePanel }));
const Transport = lazy(async () => ({ default: (await transportPanel).Transport }));
const SetupPanel = lazy(async () => ({ default: (await setupPanel).SetupPanel }));
const FindingsPanel = lazy(async () => ({ default: (await findingsPanel).FindingsPanel }));
const TourPanel = lazy(async () => ({ default: (await import('../tour/TourPanel.tsx')).TourPanel }));
const DispatchView = lazy(async () => ({
  default: (await import('../dispatch/DispatchView.tsx')).DispatchView,
}));
const GuideView = lazy(async () => ({ default: (await import('../guide/GuideView.tsx')).GuideView }));
const StudyView = lazy(async () => ({ default: (await import('../study/StudyView.tsx')).StudyView }));
const PlayBar = lazy(async () => ({ default: (await import('../break/PlayBar.tsx')).PlayBar }));
const Gallery = lazy(async () => ({ default: (await import('../gallery/Gallery.tsx')).Gallery }));
const ReportPanel = lazy(async () => ({
  default: (await import('../reports/ReportPanel.tsx')).ReportPanel,
}));

/** The whole page. */
export function App() {
  const timeline = useRef<TimelineHandle>(null);
  const picture = useRef<HTMLElement>(null);
  const source = useApp((state) => state.source);
  const helpOpen = useApp((state) => state.helpOpen);
  const menuOpen = useApp((state) => state.menu !== null);
  const inGallery = useApp((state) => state.gallery !== null);
  const inDispatch = useApp((state) => state.dispatch !== null);
  const inGuide = useApp((state) => state.guide !== null);
  const inStudy = useApp((state) => state.study !== null);
  const isBreaking = useApp((state) => state.breaking !== null);
  const oneColumn = useMedia(ONE_COLUMN);
  useKeyboard(timeline);

  const tour = (
    <PanelBoundary key="tour" name={text.page.scenarios} resetOn={source}>
      <Suspense fallback={<div className="tour-place" />}>
        <TourPanel />
      </Suspense>
    </PanelBoundary>
  );
  const setup = (
    <aside key="setup" className="setup ui" aria-label={text.page.scenarios}>
      <SettledContext value>
        <div className="setup-scroll">
          {!oneColumn && tour}
          <Suspense fallback={<p className="loading">{text.page.loading}</p>}>
            <SetupPanel />
          </Suspense>
        </div>
        <PanelBoundary name={text.page.reports} resetOn={source}>
          <Suspense fallback={null}>
            <ReportPanel />
          </Suspense>
        </PanelBoundary>
      </SettledContext>
    </aside>
  );
  const main = (
    <main key="main" className="picture" ref={picture} tabIndex={-1} aria-label={text.page.picture}>
      <Picture handle={timeline} />
    </main>
  );
  const findings = (
    <aside key="findings" className="findings ui" aria-label={text.page.details}>
      <SettledContext value>
        <PanelBoundary name={text.page.details} resetOn={source}>
          <Suspense fallback={<p className="loading">{text.page.loading}</p>}>
            <FindingsPanel />
          </Suspense>
        </PanelBoundary>
      </SettledContext>
    </aside>
  );
  return (
    <div className="app">
      <button type="button" className="skip" onClick={() => picture.current?.focus()}>
        {text.page.skip}
      </button>
      <PanelBoundary name={text.page.product}>
        <Header />
      </PanelBoundary>
      <Notices />
      {inDispatch ? (
        <InPlace heading="dispatch-heading">
          <DispatchView />
        </InPlace>
      ) : inGuide ? (
        <InPlace heading="guide-heading">
          <GuideView />
        </InPlace>
      ) : inStudy ? (
        <InPlace heading="study-heading" resetOn={source}>
          <StudyView />
        </InPlace>
      ) : inGallery ? (
        <InPlace label={text.page.scenarios}>
          <Gallery />
        </InPlace>
      ) : (
        <>
          {isBreaking && (
            <PanelBoundary name={text.page.scenarios} resetOn={source}>
              <Suspense fallback={null}>
                <PlayBar />
              </Suspense>
            </PanelBoundary>
          )}
          {/* The order in the document is the order on the page, for whoever goes through it by keyboard. */}
          {oneColumn
            ? [
                <div key="tour" className="tour-bar ui">
                  {tour}
                </div>,
                <SectionLinks key="links" />,
                main,
                findings,
                setup,
              ]
            : [setup, main, findings]}
          <footer className="app-footer ui">
            <PanelBoundary name={text.page.transport} resetOn={source}>
              <Suspense fallback={<div className="transport-place" />}>
                <SettledContext value>
                  <Transport />
                </SettledContext>
              </Suspense>
            </PanelBoundary>
          </footer>
        </>
      )}
      {menuOpen && (
        <PanelBoundary name={text.page.change}>
          <Suspense fallback={null}>
            <EditMenu />
          </Suspense>
        </PanelBoundary>
      )}
      {helpOpen && (
        <Suspense fallback={null}>
          <KeyboardHelp />
        </Suspense>
      )}
    </div>
  );
}

/** The picture alone is drawn with every move of what is held; what surrounds it is not. */
function Picture({ handle }: { readonly handle: Ref<TimelineHandle> }) {
  const { runs } = useApp(shownRuns);
  return (
    <PanelBoundary name={text.page.picture} resetOn={runs}>
      <Suspense fallback={<p className="loading">{text.page.loading}</p>}>
        <PicturePanel handle={handle} />
      </Suspense>
    </PanelBoundary>
  );
}

/** A view of its own, where setup, picture and findings stand else; named by its heading or by a label. */
function InPlace(props: {
  readonly heading?: string;
  readonly label?: string;
  readonly resetOn?: unknown;
  readonly children: ReactNode;
}) {
  const { heading, label, resetOn, children } = props;
  return (
    <main className="in-place" tabIndex={-1} aria-labelledby={heading} aria-label={label}>
      <PanelBoundary name={label ?? text.page.picture} resetOn={resetOn}>
        <Suspense fallback={<p className="loading">{text.page.loading}</p>}>{children}</Suspense>
      </PanelBoundary>
    </main>
  );
}
