import { memo, useState } from 'react';
import { valuesOf } from '../../scenarios/map/map-spec.ts';
import { mapText as words } from '../../text/map.ts';
import { percent, valueWords } from '../../text/map-parts.ts';
import { sweepText } from '../../text/sweep.ts';
import type { RunOutcome } from '../../explore/map/cell.ts';
import type { DrawnSide } from './MapPicture.tsx';

/** The map as a table, highest row first, for whoever reads numbers rather than shades. */
export const MapTable = memo(function MapTable(props: {
  readonly x: DrawnSide;
  readonly y: DrawnSide;
  readonly show: RunOutcome;
  readonly shareOf: (cell: number) => number | null;
}) {
  const { x, y, show, shareOf } = props;
  const [isOpen, setOpen] = useState(false);
  const columns = valuesOf(x.axis);
  const rows = [...valuesOf(y.axis).entries()].toReversed();
  return (
    <details className="map-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{sweepText.table}</summary>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
        <div className="map-scroll" role="region" aria-label={sweepText.table} tabIndex={0}>
          <table>
            <caption>{words.caption(show)}</caption>
            <thead>
              <tr>
                <th scope="col">{`${y.label} \\ ${x.label}`}</th>
                {columns.map((value) => (
                  <th key={value} scope="col">
                    {valueWords(value, x.unit)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([row, value]) => (
                <tr key={value}>
                  <th scope="row">{valueWords(value, y.unit)}</th>
                  {columns.map((column, index) => {
                    const share = shareOf(row * columns.length + index);
                    return <td key={column}>{share === null ? '' : percent(share)}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
});
