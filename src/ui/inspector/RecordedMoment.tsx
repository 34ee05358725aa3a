import { useMemo } from 'react';
import type { Micros } from '../../engine/time.ts';
import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import { text } from './words.ts';
import { formatTime } from '../format-time.ts';
import { recordedState, type RecordedKey, type RecordedLease } from './recorded-moment.ts';

interface RecordedMomentProps {
  readonly run: Run;
  readonly seq: number;
  readonly t: Micros | null;
}

/** A recorded trace at the cursor: it has no machine state, so this is what the log itself says. */
export function RecordedMoment({ run, seq, t }: RecordedMomentProps) {
  const { keys, stopped, writes } = useMemo(() => recordedState(run.entries, seq, t), [run, seq, t]);
  const free = run.entries[seq]?.text;
  return (
    <div className="inspector">
      <p className="inspector-none">{text.recordedNote}</p>
      {free !== undefined && <p className="inspector-log">{free}</p>}
      {keys.map((key) => (
        <Key key={key.key} run={run} state={key} />
      ))}
      {(stopped.length > 0 || writes.length > 0) && (
        <dl className="inspector-rows">
          {stopped.length > 0 && (
            <Row
              name={text.stopped}
              values={stopped.map(({ client, kind, t: since }) =>
                kind === 'pause'
                  ? text.pausedSince(client, formatTime(run, since))
                  : text.crashedAt(client, formatTime(run, since)),
              )}
            />
          )}
          {writes.map(({ store, entry }) => (
            <Row key={store} name={text.lastWrite(store)} values={[writeText(run, entry)]} />
          ))}
        </dl>
      )}
    </div>
  );
}

function Key({ run, state }: { readonly run: Run; readonly state: RecordedKey }) {
  const { key, holders, believers } = state;
  return (
    <section aria-label={text.recordedKey(key)}>
      <h3>{text.recordedKey(key)}</h3>
      <dl className="inspector-rows">
        <Row
          name={text.holder}
          values={holders.length === 0 ? [text.nobody] : holders.map((lease) => leaseText(run, lease))}
        />
        <Row name={text.believers} values={[believers.length === 0 ? text.nobody : believers.join(', ')]} />
      </dl>
    </section>
  );
}

function Row({ name, values }: { readonly name: string; readonly values: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {values.map((value) => (
        <dd key={value}>{value}</dd>
      ))}
    </div>
  );
}

function leaseText(run: Run, { client, token, expires }: RecordedLease): string {
  return text.holds(client, token, expires === null ? text.noEnd : text.until(formatTime(run, expires)));
}

function writeText(run: Run, entry: Entry): string {
  const outcome = text.outcome[entry.outcome ?? 'unknown'];
  return text.write(entry.client ?? entry.actor, entry.token ?? null, outcome, formatTime(run, entry.t));
}
