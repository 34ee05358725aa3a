import { memo, useState } from 'react';
import type { Lasting } from '../../engine/explore/properties-of-run.ts';
import { ZERO } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';
import { propertiesText as text } from '../../text/properties.ts';
import { proveText } from '../../text/prove.ts';
import { describeFinding } from '../describe.ts';
import { formatTime } from '../format-time.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf, leadingRun, shownRuns } from '../state/derived.ts';
import { goToEntry } from '../state/store.ts';
import { standsAt, type Stand } from './stand.ts';
import './properties.css';

/** Runs of up to so many entries say at once how many properties are broken; longer ones when they are asked. */
const AT_ONCE = 20_000;

const KINDS = ['always', 'sometimes', 'eventually'] as const;

/** How the properties that the explorer knows stand at the cursor, of the run that is stepped through. */
export const PropertiesPanel = memo(function PropertiesPanel() {
  const run = useApp(leadingRun);
  const { seq } = useApp(cursorOf);
  const several = useApp((state) => shownRuns(state).runs.length > 1);
  const [isOpen, setIsOpen] = useState(false);
  if (run.entries.length === 0) return null;
  const stands = isOpen || run.entries.length <= AT_ONCE ? standsAt(run, seq) : null;
  const count = (status: Stand['at']['status']): number =>
    stands?.filter(({ at }) => at.status === status).length ?? 0;
  const broken = count('broken');
  const atEnd = seq >= run.entries.length - 1;
  return (
    <details
      className="properties"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {text.heading(several ? run.label : null)}
        {stands !== null && (
          <span className={broken > 0 ? 'tl-tone-corrupted' : 'muted'}>
            {text.counts(broken, count('open'), atEnd)}
          </span>
        )}
      </summary>
      {isOpen &&
        stands !== null &&
        KINDS.map((kind) => (
          <section key={kind} aria-label={text.kinds[kind]}>
            <h3>{text.kinds[kind]}</h3>
            <ul>
              {stands
                .filter(({ property }) => property.kind === kind)
                .map((stand) => (
                  <PropertyAtCursor key={stand.property.name} stand={stand} run={run} atEnd={atEnd} />
                ))}
            </ul>
          </section>
        ))}
    </details>
  );
});

function PropertyAtCursor(props: { readonly stand: Stand; readonly run: Run; readonly atEnd: boolean }) {
  const { stand, run, atEnd } = props;
  const { property, at } = stand;
  const timeOf = (entry: number): string => formatTime(run, run.entries[entry]?.t ?? ZERO);
  return (
    <li data-status={at.status}>
      <span className="properties-name">{proveText.property(property.name, false)}</span>
      {at.status === 'broken' ? (
        <p>
          <EntryLink
            run={run}
            entry={at.finding.entry}
            words={(property.kind === 'eventually' ? text.shownBy : text.since)(
              at.finding.entry,
              timeOf(at.finding.entry),
            )}
          />
          {': '}
          {describeFinding(at.finding, run)}
        </p>
      ) : at.status === 'seen' ? (
        <p>
          <EntryLink run={run} entry={at.entry} words={text.seen(at.entry, timeOf(at.entry))} />
        </p>
      ) : at.status === 'open' ? (
        <OpenAtCursor name={property.name} run={run} open={at.open} atEnd={atEnd} timeOf={timeOf} />
      ) : (
        <p className="muted">
          {at.status === 'holds' && property.kind === 'eventually'
            ? text.nothingOpen(atEnd)
            : text.status(at.status, atEnd)}
        </p>
      )}
    </li>
  );
}

/** The most that are told one by one. */
const MOST_TOLD = 4;

function OpenAtCursor(props: {
  readonly name: string;
  readonly run: Run;
  readonly open: readonly Lasting[];
  readonly atEnd: boolean;
  readonly timeOf: (entry: number) => string;
}) {
  const { name, run, open, atEnd, timeOf } = props;
  const words = name === 'waiter-served' || name === 'no-leaked-lease' ? text.open[name] : text.openOther;
  return (
    <p>
      {text.status('open', atEnd)}
      {': '}
      {open.slice(0, MOST_TOLD).map(({ client, key, from }) => (
        <span key={`${key} ${client}`}>
          <EntryLink run={run} entry={from} words={words(client, key, timeOf(from))} />{' '}
        </span>
      ))}
      {open.length > MOST_TOLD && text.more(open.length - MOST_TOLD)}
    </p>
  );
}

/** Words that lead to an entry. */
function EntryLink(props: { readonly run: Run; readonly entry: number; readonly words: string }) {
  const { run, entry, words } = props;
  const store = useAppStore();
  return (
    <button
      type="button"
      className="link"
      title={text.goTo(entry)}
      onClick={() => goToEntry(store, run.configuration, entry)}
    >
      {words}
    </button>
  );
}
