import { useState } from 'react';
import type { Micros } from '../../engine/time.ts';
import { ActorSection } from './ActorSection.tsx';
import type { Inspected } from './inspected.ts';
import './inspector.css';
import { OnTheWire } from './OnTheWire.tsx';
import { RecordedMoment } from './RecordedMoment.tsx';
import { sectionsAt } from './sections.ts';

/** What the inspector is to show. */
export interface InspectorProps {
  /** The runs shown; a recorded trace has no history. */
  readonly runs: readonly Inspected[];
  /** The configuration whose actors are shown. */
  readonly configuration: string;
  /** The entry at the cursor, in that configuration. */
  readonly seq: number;
  /** True time, if the cursor stands later than its entry. */
  readonly t?: Micros | null;
  /** The selected lane, which is opened; null: the first. */
  readonly lane: string | null;
}

/** Everything that is there at the cursor: each actor's state, memory and what is pending; and the wire. */
export function Inspector({ runs, configuration, seq, t = null, lane }: InspectorProps) {
  const inspected = runs.find(({ run }) => run.configuration === configuration) ?? runs[0];
  const [toggled, setToggled] = useState<Toggled>(NONE_TOGGLED);
  if (inspected === undefined) return null;
  const { run } = inspected;
  if (inspected.history === undefined) return <RecordedMoment run={run} seq={seq} t={t} />;

  const selected = lane ?? run.lanes[0]?.id ?? null;
  // Selecting another lane opens that one and closes what was opened by hand.
  const open = toggled.lane === selected ? toggled.open : {};
  const sections = sectionsAt(inspected, inspected.history, seq, t);
  return (
    <div className="inspector">
      <OnTheWire runs={runs} configuration={run.configuration} seq={seq} />
      <div className="inspector-actors">
        {sections.map((section) => {
          const { id } = section.lane;
          const isOpen = open[id] ?? id === selected;
          return (
            <ActorSection
              key={id}
              section={section}
              history={inspected.history}
              seq={seq}
              isOpen={isOpen}
              onToggle={() => {
                setToggled({ lane: selected, open: { ...open, [id]: !isOpen } });
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

interface Toggled {
  readonly lane: string | null;
  readonly open: { readonly [actor: string]: boolean };
}

const NONE_TOGGLED: Toggled = { lane: null, open: {} };
