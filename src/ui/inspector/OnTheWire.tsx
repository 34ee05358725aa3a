import { text } from './words.ts';
import type { Inspected } from './inspected.ts';
import { wireRows, type WireRow, type WireVariant } from './wire/compare-wire.ts';

interface OnTheWireProps {
  readonly runs: readonly Inspected[];
  readonly configuration: string;
  readonly seq: number;
}

/** The messages of the entry at the cursor, in the service's own terms, in every run shown. */
export function OnTheWire({ runs, configuration, seq }: OnTheWireProps) {
  const rows = wireRows(runs, configuration, seq);
  return (
    <section className="inspector-wire" aria-label={text.wire}>
      <h3>{text.wire}</h3>
      {rows.length === 0 && <p className="inspector-none">{text.noWire}</p>}
      {rows.map((row) => (
        <ExchangeBox key={row.name} row={row} />
      ))}
    </section>
  );
}

function ExchangeBox({ row }: { readonly row: WireRow }) {
  const requests = new Set(row.variants.map(({ request }) => request).filter((request) => request !== ''));
  const shared = requests.size === 1 ? [...requests][0] : undefined;
  const times = new Set(row.variants.map((variant) => variant.times));
  const sharedTimes = times.size === 1 ? [...times][0] : undefined;
  return (
    <div className="wire-exchange">
      <p className="wire-route">
        {text.route(row.from, row.to)}
        {sharedTimes !== undefined && <span>{sharedTimes}</span>}
      </p>
      {shared !== undefined && <p className="wire-line">{shared}</p>}
      <dl>
        {row.variants.map((variant) => (
          <Variant
            key={variant.configurations.join()}
            variant={variant}
            request={shared === undefined ? variant.request : ''}
            times={sharedTimes === undefined ? variant.times : ''}
          />
        ))}
      </dl>
    </div>
  );
}

interface VariantProps {
  readonly variant: WireVariant;
  /** Request and times where the configurations differ in them; else they stand above. */
  readonly request: string;
  readonly times: string;
}

function Variant({ variant, request, times }: VariantProps) {
  const { configurations, reply, tone } = variant;
  return (
    <div>
      <dt>{configurations.length === 0 ? text.reply : configurations.join(', ')}</dt>
      <dd>
        {request !== '' && <span className="wire-line">{request}</span>}
        <span className={`wire-line wire-${tone}`}>{reply}</span>
        {times !== '' && <span className="wire-times">{times}</span>}
      </dd>
    </div>
  );
}
