import { useId } from 'react';
import type { History } from '../../engine/play.ts';
import { text } from './words.ts';
import { lastTransitions, type LastTransition } from './last-transition.ts';
import { memoryRows } from './memory/registry.ts';
import { pendingRows } from './pending-rows.ts';
import { RawState } from './RawState.tsx';
import type { Section } from './sections.ts';
import { StateChart } from './StateChart.tsx';
import { speakerOf } from './wire/speaker.ts';

interface ActorSectionProps {
  readonly section: Section;
  readonly history: History | undefined;
  readonly seq: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One actor: its name and states in a line, and behind it everything else about it. */
export function ActorSection({ section, history, seq, isOpen, onToggle }: ActorSectionProps) {
  const bodyId = useId();
  const { lane, client, chart, states, status } = section;
  const names = chart?.regions.flatMap(({ id }) => states.get(id) ?? []) ?? [];
  return (
    <section className={`inspector-actor ${colourClass(client)}`} aria-label={lane.label}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={onToggle}
        >
          <Twist />
          <span className="inspector-name">{lane.label}</span>
          <span className="inspector-role">{text.role[lane.role]}</span>
          <span className={`inspector-states inspector-${status}`}>{names.join(', ')}</span>
        </button>
      </h3>
      {isOpen && (
        <div className="inspector-body" id={bodyId}>
          <Charts section={section} history={history} seq={seq} />
          <Memory section={section} />
          <PendingList section={section} />
          <RawState state={section.cell.state} />
        </div>
      )}
    </section>
  );
}

function Charts({ section, history, seq }: Pick<ActorSectionProps, 'section' | 'history' | 'seq'>) {
  const { chart, states, lane } = section;
  if (chart === null || history === undefined) return null;
  const last = lastTransitions(history, seq, lane.id, chart);
  return (
    <div className="inspector-charts">
      {chart.regions.map((region) => {
        const transition = last.get(region.id);
        return (
          <figure key={region.id}>
            <StateChart
              region={region}
              current={states.get(region.id) ?? null}
              lastFrom={transition?.from ?? null}
              lastTo={transition?.to ?? null}
            />
            <figcaption>
              <span className="inspector-region">{region.label}</span> {said(transition)}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}

function Memory({ section }: { readonly section: Section }) {
  const rows = memoryRows(section.cell, section.now);
  return (
    <>
      <h4>{text.memory}</h4>
      <dl className="inspector-rows">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function PendingList({ section }: { readonly section: Section }) {
  const { cell, status, now, body, lane } = section;
  const rows = pendingRows(cell, status, now, (from) =>
    body === undefined ? null : speakerOf(body, lane.id, from),
  );
  return (
    <>
      <h4>{text.pending}</h4>
      {rows.length === 0 && <p className="inspector-none">{text.nothingPending}</p>}
      <ul className="inspector-pending">
        {rows.map(({ key, what, when, isHeld }) => (
          <li key={key} className={isHeld ? 'inspector-held' : undefined}>
            <span>{what}</span> <span className="inspector-when">{when}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Twist() {
  return (
    <svg className="inspector-twist" width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
      <path d="M2 0.5 6 4 2 7.5" />
    </svg>
  );
}

function said(last: LastTransition | undefined): string {
  if (last === undefined) return text.noTransition;
  return text.lastTransition(last.event ?? '', last.from, last.to);
}

/** How many clients have a colour of their own; the ones after them begin again. */
const CLIENT_COLOURS = 8;

function colourClass(client: number): string {
  return client < 0 ? 'inspector-other' : `inspector-client-${String(client % CLIENT_COLOURS)}`;
}
