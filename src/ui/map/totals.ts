import type { CellResult } from '../../explore/map/cell.ts';
import { wilson } from '../../explore/map/wilson.ts';
import { valuesOf } from '../../scenarios/map/map-spec.ts';
import { mapText as words } from '../../text/map.ts';
import { valueWords } from '../../text/map-parts.ts';
import type { MapAsk } from './ask.ts';
import { edgeOf } from './edge.ts';
import type { DrawnSide } from './MapPicture.tsx';

/**
 * Where the edges lie in the row and in the column of the scenario's own values, in words; nothing of what is not complete yet.
 */
export function wordsOfEdges(of: {
  readonly ask: MapAsk;
  readonly x: DrawnSide;
  readonly y: DrawnSide;
  /** The cell of the scenario's own values. */
  readonly ownCell: number;
  readonly shareOf: (cell: number) => number | null;
}): readonly string[] {
  const { ask, x, y, ownCell, shareOf } = of;
  const columns = ask.x.cells;
  const column = ownCell % columns;
  const row = Math.floor(ownCell / columns);
  return [
    ...wordsOfLine(ask, x, y, row, (at) => shareOf(row * columns + at)),
    ...wordsOfLine(ask, y, x, column, (at) => shareOf(at * columns + column)),
  ];
}

/** The edge along one side, at one value of the other. */
function wordsOfLine(
  { show }: MapAsk,
  along: DrawnSide,
  across: DrawnSide,
  place: number,
  shareOf: (at: number) => number | null,
): readonly string[] {
  const values = valuesOf(along.axis);
  const edge = edgeOf(values.map((_, at) => shareOf(at)));
  if (edge === null) return [];
  const at = (index: number): string => `${along.label} ${valueWords(values[index] ?? 0, along.unit)}`;
  const played = valuesOf(across.axis)[place] ?? 0;
  const value = valueWords(played, across.unit);
  const isOwn = across.ownValue === null || Math.abs(across.ownValue - played) < 1e-6;
  const where = `${across.label} ${isOwn ? value : words.nearest(value, valueWords(across.ownValue ?? 0, across.unit))}`;
  switch (edge.kind) {
    case 'all':
    case 'never':
      return [words.edge[edge.kind](show, where)];
    case 'from':
    case 'to':
    case 'mixed':
      return [words.edge[edge.kind](show, where, at(edge.at))];
    case 'between':
      if (edge.at === edge.last) return [words.edge.only(show, where, at(edge.at))];
      return [words.edge.between(show, where, at(edge.at), at(edge.last))];
    case 'none':
      return [words.edge.none(show, where, edge.most, at(edge.at))];
  }
}

/** How all runs of a complete map came out, and what it means where none did. */
export function totalsOf(ask: MapAsk, cells: ReadonlyMap<number, CellResult> | null): readonly string[] {
  if (cells === null) return [];
  let count = 0;
  let runs = 0;
  for (const result of cells.values()) {
    count += result.outcomes[ask.show];
    runs += result.runs;
  }
  const total = words.total(ask.show, count, runs);
  return [count > 0 ? total : `${total} ${words.none(ask.show, ask.runs, wilson(0, ask.runs))}`];
}
