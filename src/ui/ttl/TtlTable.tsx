import type { TtlPoint } from '../../explore/map/which-ttl.ts';
import { interval, percent, valueWords } from '../../text/map-parts.ts';
import { ttlText } from '../../text/ttl.ts';

const words = ttlText.columns;
const ms = (value: number | undefined): string => (value === undefined ? '' : valueWords(value, 'time'));

/** Every TTL in numbers. */
export function TtlTable({ points }: { readonly points: readonly TtlPoint[] }) {
  return (
    <details className="map-table">
      <summary>{ttlText.table}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
      <div className="map-scroll" role="region" aria-label={ttlText.table} tabIndex={0}>
        <table>
          <caption>{ttlText.picture}</caption>
          <thead>
            <tr>
              {Object.values(words).map((word) => (
                <th key={word} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ ttlMs, corrupted, takeover }) => (
              <tr key={ttlMs}>
                <th scope="row">{ms(ttlMs)}</th>
                <td>{percent(corrupted.share)}</td>
                <td>{interval(corrupted)}</td>
                <td>{ms(takeover?.medianMs)}</td>
                <td>{ms(takeover?.p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
