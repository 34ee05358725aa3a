import { memo, useEffect, useRef, useState } from 'react';
import type { RunOutcome } from '../../explore/map/cell.ts';
import { mapText as words } from '../../text/map.ts';
import { toneClass } from '../timeline/colours.ts';
import { useSize } from '../timeline/use-size.ts';
import { STEP_COUNT, ticksOf } from './geometry.ts';
import { CellPaths, Steps } from './Steps.tsx';
import type { MapAxis } from '../../scenarios/map/map-spec.ts';

/** One side as it is drawn. */
export interface DrawnSide {
  readonly axis: MapAxis;
  readonly label: string;
  readonly unit: 'time' | 'chance' | 'rate';
  /** Where the scenario is now, from 0 to 1; null: beyond the ends. */
  readonly own: number | null;
  /** The same as a value, wherever it is; null: there is none. */
  readonly ownValue: number | null;
}

const LEFT = 66;
const BOTTOM = 46;
const TOP = 8;
const RIGHT = 14;

/** The map: a cell for each pair of values, darker and denser the more likely the outcome is. */
export const MapPicture = memo(function MapPicture(props: {
  readonly x: DrawnSide;
  readonly y: DrawnSide;
  readonly show: RunOutcome;
  /** The step of each cell; null: not played yet. */
  readonly steps: readonly (number | null)[];
  /** The cell that keys move from. */
  readonly cell: number;
  readonly isChosen: boolean;
  /** What is said of that cell. */
  readonly sentence: string;
  /** Id of what says how to use it. */
  readonly hint: string;
  readonly onHover: (cell: number | null) => void;
  readonly onChoose: (cell: number) => void;
  readonly onOpen: (cell: number) => void;
}) {
  const { x, y, show, steps, cell, isChosen, sentence, hint, onHover, onChoose, onOpen } = props;
  const [ref, size] = useSize();
  const grid = useRef<HTMLDivElement>(null);
  const width = Math.max(120, (size?.width ?? 600) - LEFT - RIGHT);
  const height = Math.max(120, (size?.height ?? 420) - TOP - BOTTOM);
  const columns = x.axis.cells;
  const rows = y.axis.cells;
  const column = cell % columns;
  const row = Math.floor(cell / columns);

  const cellUnder = (event: React.PointerEvent | React.MouseEvent): number | null => {
    const bounds = grid.current?.getBoundingClientRect();
    if (bounds === undefined) return null;
    const right = Math.floor(((event.clientX - bounds.left) / bounds.width) * columns);
    const up = Math.floor(((bounds.bottom - event.clientY) / bounds.height) * rows);
    return right >= 0 && right < columns && up >= 0 && up < rows ? up * columns + right : null;
  };
  const move = (event: React.KeyboardEvent): void => {
    const to = moved(event, { column, row, columns, rows });
    if (to !== null) {
      event.preventDefault();
      onChoose(to);
    } else if ((event.key === 'Enter' || event.key === ' ') && !hasModifier(event)) {
      event.preventDefault();
      onOpen(cell);
    }
  };

  return (
    <div className={`map-picture ${toneClass(show)}`} ref={ref}>
      <svg width={size?.width ?? 0} height={size?.height ?? 0} aria-hidden="true">
        <Steps />
        <g transform={`translate(${String(LEFT)} ${String(TOP)})`}>
          <CellPaths {...{ steps, columns, rows, width, height }} />
          <rect className="map-frame" x={0.5} y={0.5} width={width - 1} height={height - 1} />
          <Own x={x.own} y={y.own} width={width} height={height} />
          {ticksOf(x.axis, x.unit, Math.max(2, Math.floor(width / 90))).map(({ at, label }) => (
            <g key={label} transform={`translate(${String(at * width)} ${String(height)})`}>
              <line className="map-tick" y2={5} />
              <text className="map-label" y={18} textAnchor="middle">
                {label}
              </text>
            </g>
          ))}
          {ticksOf(y.axis, y.unit, Math.max(2, Math.floor(height / 46))).map(({ at, label }) => (
            <g key={label} transform={`translate(0 ${String((1 - at) * height)})`}>
              <line className="map-tick" x2={-5} />
              <text className="map-label" x={-8} dy="0.32em" textAnchor="end">
                {label}
              </text>
            </g>
          ))}
          <text className="map-side" x={width / 2} y={height + 38} textAnchor="middle">
            {x.label}
          </text>
          <text
            className="map-side"
            transform={`translate(${String(12 - LEFT)} ${String(height / 2)}) rotate(-90)`}
            textAnchor="middle"
          >
            {y.label}
          </text>
        </g>
      </svg>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- its cell has the focus and the keys */}
      <div
        className="map-grid"
        ref={grid}
        role="grid"
        aria-label={words.picture(x.label, y.label)}
        aria-describedby={hint}
        aria-rowcount={rows}
        aria-colcount={columns}
        style={{ left: LEFT, top: TOP, width, height }}
        onPointerMove={(event) => onHover(cellUnder(event))}
        onPointerLeave={() => onHover(null)}
        onClick={(event) => {
          const under = cellUnder(event);
          if (under === null) return;
          if (under === cell && isChosen) onOpen(under);
          else onChoose(under);
        }}
      >
        <div role="row" aria-rowindex={rows - row}>
          {/* A grid of thousands is one cell that moves: whoever listens hears the one they are at. */}
          <div
            className={isChosen ? 'map-cell chosen' : 'map-cell'}
            role="gridcell"
            aria-colindex={column + 1}
            aria-label={sentence}
            tabIndex={0}
            style={{
              left: (column / columns) * width,
              top: ((rows - 1 - row) / rows) * height,
              width: width / columns,
              height: height / rows,
            }}
            onKeyDown={move}
          />
        </div>
      </div>
      <Said sentence={sentence} cell={cell} isChosen={isChosen} />
    </div>
  );
});

/** Says the cell aloud once it was moved to. */
function Said(props: { readonly sentence: string; readonly cell: number; readonly isChosen: boolean }) {
  const { sentence, cell, isChosen } = props;
  const first = useRef(cell);
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    if (first.current !== cell) setMoved(true);
  }, [cell]);
  return (
    <p className="hidden" role="status">
      {isMoved && isChosen ? sentence : ''}
    </p>
  );
}

function Own(props: {
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number;
  readonly height: number;
}) {
  const { x, y, width, height } = props;
  const left = x === null ? null : x * width;
  const top = y === null ? null : (1 - y) * height;
  return (
    <g className="map-own">
      {left !== null && <path d={`M${String(left)} 0V${String(height)}`} />}
      {top !== null && <path d={`M0 ${String(top)}H${String(width)}`} />}
      {left !== null && top !== null && <circle cx={left} cy={top} r={5} />}
    </g>
  );
}

function hasModifier({ altKey, ctrlKey, metaKey }: React.KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

interface Place {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** The cell that a key leads to; null: none. Upwards on the map is upwards. */
function moved({ key, ctrlKey, altKey, metaKey }: React.KeyboardEvent, place: Place): number | null {
  // What the browser or the system does with such keys stays theirs.
  if (altKey || metaKey || (ctrlKey && key !== 'Home' && key !== 'End')) return null;
  const { columns, rows } = place;
  let { column, row } = place;
  switch (key) {
    case 'ArrowLeft':
      column -= 1;
      break;
    case 'ArrowRight':
      column += 1;
      break;
    case 'ArrowUp':
      row += 1;
      break;
    case 'ArrowDown':
      row -= 1;
      break;
    case 'PageUp':
      row += Math.ceil(rows / 5);
      break;
    case 'PageDown':
      row -= Math.ceil(rows / 5);
      break;
    case 'Home':
      column = 0;
      if (ctrlKey) row = rows - 1;
      break;
    case 'End':
      column = columns - 1;
      if (ctrlKey) row = 0;
      break;
    default:
      return null;
  }
  const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));
  return within(row, rows) * columns + within(column, columns);
}

/** What the steps mean. */
export const Legend = memo(function Legend({ show }: { readonly show: RunOutcome }) {
  return (
    <div className={`map-legend ${toneClass(show)}`}>
      <span>{words.legend(show)}</span>
      <ul>
        {Array.from({ length: STEP_COUNT }, (_, step) => (
          <li key={words.steps[step]}>
            <svg width="22" height="14" aria-hidden="true">
              <rect className={`map-step map-step-${String(step)}`} width="22" height="14" />
              <rect className="map-frame" x="0.5" y="0.5" width="21" height="13" />
            </svg>
            {words.steps[step]}
          </li>
        ))}
        <li>
          <svg width="22" height="14" aria-hidden="true">
            <path className="map-own-key" d="M0 7H22M11 0V14" />
          </svg>
          {words.own}
        </li>
      </ul>
    </div>
  );
});
