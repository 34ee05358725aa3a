import { Suspense } from 'react';
import type { Run } from '../../scenarios/run.ts';
import type { ReportAbout } from './about.ts';
import './reports.css';
import { PromisedStores, StoresToCome, StoreTable } from './StoreTable.tsx';
import type { StoreReplay } from './store-rows.ts';
import { text } from './words.ts';

/** What is shown beside a recorded trace. */
export interface ReportViewProps {
  readonly run: Run;
  /** What is told about it; null for a bare trace. */
  readonly about: ReportAbout | null;
  /** What the stores would have done, where a worker is at it. */
  readonly stores?: Promise<StoreReplay | null> | undefined;
}

/** A recorded incident in words, and which store would have stopped it. */
export function ReportView({ run, about, stores }: ReportViewProps) {
  return (
    <section className="report" aria-label={text.about}>
      {about !== null && (
        <>
          <h2>{about.title}</h2>
          <dl>
            <Part name={text.source} content={about.source} />
            <Part name={text.symptom} content={about.symptom} />
            <Part name={text.setup} content={about.setup} />
            <Part name={text.fix} content={about.fix} />
          </dl>
        </>
      )}
      {stores === undefined ? (
        <StoreTable run={run} />
      ) : (
        <Suspense fallback={<StoresToCome />}>
          <PromisedStores run={run} stores={stores} />
        </Suspense>
      )}
    </section>
  );
}

/** One part of a report: its source is text and no link, for the page asks nothing of other hosts. */
function Part({ name, content }: { readonly name: string; readonly content: string }) {
  if (content === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{content}</dd>
    </div>
  );
}
