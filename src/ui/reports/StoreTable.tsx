import { use, useMemo, type ReactNode } from 'react';
import type { Run } from '../../scenarios/run.ts';
import './reports.css';
import { replayOf, type StoreReplay, type StoreRow } from './store-rows.ts';
import { text as shared } from '../text.ts';
import { text } from './words.ts';

/** What each kind of store would have done with the writes of a recorded trace. */
export function StoreTable({ run }: { readonly run: Run }) {
  return <Stores replay={useMemo(() => replayOf(run), [run])} />;
}

/** The same, worked out by a worker. */
export function PromisedStores(props: { readonly run: Run; readonly stores: Promise<StoreReplay | null> }) {
  const replay = use(props.stores);
  return replay === null ? <StoreTable run={props.run} /> : <Stores replay={replay} />;
}

/** What stands there until the worker has told. */
export function StoresToCome() {
  return (
    <Section>
      <p className="loading">{shared.page.loading}</p>
    </Section>
  );
}

function Section({ children }: { readonly children: ReactNode }) {
  return (
    <div className="report-stores">
      <h3 id="report-stores">{text.stores}</h3>
      {children}
    </div>
  );
}

function Stores({ replay: { hasStaleWrites, rows } }: { readonly replay: StoreReplay }) {
  return (
    <Section>
      <p>{hasStaleWrites ? text.storesNote : text.noStaleWrites}</p>
      <table aria-labelledby="report-stores">
        <thead>
          <tr>
            <th scope="col">{text.storeKind}</th>
            <th scope="col">{text.stops}</th>
            <th scope="col">{text.refusesRightful}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.kind} row={row} hasStaleWrites={hasStaleWrites} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Row({ row, hasStaleWrites }: { readonly row: StoreRow; readonly hasStaleWrites: boolean }) {
  const { kind, stops, refusesRightful } = row;
  return (
    <tr>
      <th scope="row">{text.store[kind]}</th>
      {hasStaleWrites ? (
        <Answer isYes={stops} isGood={stops} />
      ) : (
        <td className="report-none">{text.nothingToStop}</td>
      )}
      <Answer isYes={refusesRightful} isGood={!refusesRightful} />
    </tr>
  );
}

/** Yes or no; the shape before the word says whether that is as one would wish. */
function Answer({ isYes, isGood }: { readonly isYes: boolean; readonly isGood: boolean }) {
  return <td className={isGood ? 'report-good' : 'report-bad'}>{isYes ? text.yes : text.no}</td>;
}
