import { area, line, scaleLinear, scaleSqrt } from 'd3';
import { memo } from 'react';
import type { TtlPoint } from '../../explore/map/which-ttl.ts';
import type { MapAxis } from '../../scenarios/map/map-spec.ts';
import { percent, valueWords } from '../../text/map-parts.ts';
import { ttlText as words } from '../../text/ttl.ts';
import { placeOf, ticksOf } from '../map/geometry.ts';
import { useSize } from '../timeline/use-size.ts';

const LEFT = 66;
const RIGHT = 110;
const TOP = 22;
/** Two lines of words of the upright lines, and the heading of the lower plot. */
const BETWEEN = 58;
/** Words of an upright line that is nearer to the scales than this go to its right. */
const NEAR = 110;
const BOTTOM = 42;
const CHANCES = [0, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1];

/** Both curves over one axis of TTLs: how likely corruption is, and how long a takeover takes. */
export const Curves = memo(function Curves(props: {
  readonly axis: MapAxis;
  readonly label: string;
  /** In the order of the TTLs, as far as they were played. */
  readonly points: readonly TtlPoint[];
  readonly target: number;
  /** The answer, in milliseconds; null: none yet, or none at all. */
  readonly answerMs: number | null;
  readonly ownMs: number | null;
  /** The point that is looked at. */
  readonly at: number;
  readonly isChosen: boolean;
  readonly values: readonly number[];
  readonly sentence: string;
  /** Id of what says how to use it. */
  readonly hint: string;
  readonly onChoose: (point: number) => void;
  readonly onOpen: (point: number) => void;
}) {
  const { axis, label, points, target, answerMs, ownMs, at, isChosen, values, sentence } = props;
  const { hint, onChoose, onOpen } = props;
  const [ref, size] = useSize();
  const width = Math.max(120, (size?.width ?? 640) - LEFT - RIGHT);
  const inner = Math.max(160, (size?.height ?? 460) - TOP - BETWEEN - BOTTOM);
  const upper = Math.round(inner * 0.58);
  const lower = inner - upper;

  const x = (ttlMs: number): number => (placeOf(axis, ttlMs) ?? 0) * width;
  const highest = Math.max(target * 2, ...points.map(({ corrupted }) => corrupted.upper), 0.02);
  const chance = scaleSqrt()
    .domain([0, Math.min(1, highest)])
    .range([upper, 0]);
  const longest = Math.max(1000, ...points.map(({ takeover }) => takeover?.p95Ms ?? 0));
  const time = scaleLinear().domain([0, longest]).nice().range([lower, 0]);
  const measured = points.filter(({ takeover }) => takeover !== null);

  const band = area<TtlPoint>(
    ({ ttlMs }) => x(ttlMs),
    ({ corrupted }) => chance(corrupted.lower),
    ({ corrupted }) => chance(corrupted.upper),
  )(points);
  const shares = line<TtlPoint>(
    ({ ttlMs }) => x(ttlMs),
    ({ corrupted }) => chance(corrupted.share),
  )(points);
  const medians = line<TtlPoint>(
    ({ ttlMs }) => x(ttlMs),
    ({ takeover }) => time(takeover?.medianMs ?? 0),
  )(measured);
  const tails = line<TtlPoint>(
    ({ ttlMs }) => x(ttlMs),
    ({ takeover }) => time(takeover?.p95Ms ?? 0),
  )(measured);
  const here = x(values[at] ?? axis.from);
  const last = measured.at(-1);
  const lastY = {
    median: time(last?.takeover?.medianMs ?? 0),
    p95: time(last?.takeover?.p95Ms ?? 0),
  };
  const isClose = Math.abs(lastY.median - lastY.p95) < 14;

  const isAfter = answerMs !== null && ownMs !== null && answerMs >= ownMs;
  const upright = [
    ...(ownMs !== null && placeOf(axis, ownMs) !== null && ownMs !== answerMs
      ? [{ ms: ownMs, name: 'map-own', word: words.now, anchor: isAfter ? 'end' : 'start' } as const]
      : []),
    ...(answerMs === null
      ? []
      : [
          {
            ms: answerMs,
            name: 'ttl-answer',
            word: valueWords(answerMs, 'time'),
            anchor: isAfter ? 'start' : 'end',
          } as const,
        ]),
  ];

  const isToLeft = (ms: number, anchor: 'start' | 'end'): boolean => anchor === 'end' && x(ms) >= NEAR;

  const pointUnder = (event: React.MouseEvent<HTMLElement>): number => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - bounds.left) / bounds.width;
    return Math.min(values.length - 1, Math.max(0, Math.floor(share * values.length)));
  };

  return (
    <div className="ttl-picture" ref={ref}>
      <svg width={size?.width ?? 0} height={size?.height ?? 0} aria-hidden="true">
        <text className="map-side" x={LEFT} y={12}>
          {words.plots.chance}
        </text>
        <g transform={`translate(${String(LEFT)} ${String(TOP)})`} className="tl-tone-corrupted">
          <rect className="ttl-ground" width={width} height={upper} />
          {marks(
            CHANCES.filter((one) => one <= Math.min(1, highest)),
            chance,
            13,
          ).map((one) => (
            <Mark key={one} y={chance(one)} width={width} label={percent(one)} />
          ))}
          {band !== null && <path className="ttl-band" d={band} />}
          {shares !== null && <path className="ttl-line" d={shares} />}
          {points.map(({ ttlMs, corrupted }) => (
            <circle key={ttlMs} className="ttl-dot" cx={x(ttlMs)} cy={chance(corrupted.share)} r={2.5} />
          ))}
          <path className="ttl-target" d={`M0 ${String(chance(target))}H${String(width)}`} />
          <text className="ttl-word" x={width + 6} y={chance(target)} dy="0.32em">
            {words.plots.target(target)}
          </text>
        </g>
        <text className="map-side" x={LEFT} y={TOP + upper + BETWEEN - 10}>
          {words.plots.takeover}
        </text>
        <g transform={`translate(${String(LEFT)} ${String(TOP + upper + BETWEEN)})`}>
          <rect className="ttl-ground" width={width} height={lower} />
          {time.ticks(Math.max(2, Math.floor(lower / 40))).map((one) => (
            <Mark key={one} y={time(one)} width={width} label={valueWords(one, 'time')} />
          ))}
          {tails !== null && <path className="ttl-line ttl-tail" d={tails} />}
          {medians !== null && <path className="ttl-line ttl-median" d={medians} />}
          {last !== undefined && (
            <>
              <text className="ttl-word" x={width + 6} y={lastY.p95} dy={isClose ? '-0.2em' : '0.32em'}>
                {words.plots.p95}
              </text>
              <text className="ttl-word" x={width + 6} y={lastY.median} dy={isClose ? '1em' : '0.32em'}>
                {words.plots.median}
              </text>
            </>
          )}
          {ticksOf(axis, 'time', Math.max(2, Math.floor(width / 90))).map(({ at, label }) => (
            <g key={label} transform={`translate(${String(at * width)} ${String(lower)})`}>
              <line className="map-tick" y2={5} />
              <text className="map-label" y={18} textAnchor="middle">
                {label}
              </text>
            </g>
          ))}
          <text className="map-side" x={width / 2} y={lower + 36} textAnchor="middle">
            {label}
          </text>
        </g>
        <g transform={`translate(${String(LEFT)} ${String(TOP)})`}>
          {upright.map(({ ms, name, word, anchor }, place) => (
            <g key={name} transform={`translate(${String(x(ms))} 0)`}>
              <path
                className={name}
                d={`M0 0V${String(upper)}M0 ${String(upper + BETWEEN)}v${String(lower)}`}
              />
              <text
                className="ttl-word ttl-over"
                y={upper + 14 + 14 * place}
                dx={isToLeft(ms, anchor) ? -8 : 0}
                textAnchor={isToLeft(ms, anchor) ? 'end' : 'start'}
              >
                {word}
              </text>
            </g>
          ))}
          <path
            className={isChosen ? 'ttl-here chosen' : 'ttl-here'}
            d={`M${String(here)} 0V${String(upper)}M${String(here)} ${String(upper + BETWEEN)}v${String(lower)}`}
          />
        </g>
      </svg>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are below */}
      <div
        className="ttl-slider"
        role="slider"
        tabIndex={0}
        aria-label={words.slider}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={values.length - 1}
        aria-valuenow={at}
        aria-valuetext={sentence}
        style={{ left: LEFT, top: TOP, width, height: upper + BETWEEN + lower }}
        onClick={(event) => {
          const under = pointUnder(event);
          if (under === at && isChosen) onOpen(under);
          else onChoose(under);
        }}
        onKeyDown={(event) => {
          // What the browser or the system does with such keys stays theirs.
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const to = moved(event.key, at, values.length);
          if (to !== null) {
            event.preventDefault();
            onChoose(to);
          } else if (event.key === 'Enter') {
            event.preventDefault();
            onOpen(at);
          }
        }}
      />
    </div>
  );
});

function Mark(props: { readonly y: number; readonly width: number; readonly label: string }) {
  const { y, width, label } = props;
  return (
    <g transform={`translate(0 ${String(y)})`}>
      <path className="ttl-mark" d={`M0 0H${String(width)}`} />
      <text className="map-label" x={-8} dy="0.32em" textAnchor="end">
        {label}
      </text>
    </g>
  );
}

/** Of these values those that lie far enough apart, the smallest first. */
function marks(
  values: readonly number[],
  scale: (value: number) => number,
  apart: number,
): readonly number[] {
  const kept: number[] = [];
  for (const value of values) {
    const before = kept.at(-1);
    if (before === undefined || Math.abs(scale(value) - scale(before)) >= apart) kept.push(value);
  }
  return kept;
}

function moved(key: string, at: number, count: number): number | null {
  const to = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 5,
    PageUp: at + 5,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}
