import type { CellResult } from '../../explore/map/cell.ts';
import { wilson } from '../../explore/map/wilson.ts';
import { valuesOf } from '../../scenarios/map/map-spec.ts';
import { mapText as words } from '../../text/map.ts';
import { valueWords } from '../../text/map-parts.ts';
import type { MapAsk } from './ask.ts';
import { edgeOf } from './edge.ts';
import type { DrawnSide } from './MapPicture.tsx';

/** Where the edge lies in the row of the scenario's own value, in words; nothing while the row is not complete. */
export function wordsOfRow(of: {
  readonly ask: MapAsk;
  readonly x: DrawnSide;
  readonly y: DrawnSide;
  readonly row: number;
  readonly shareOf: (cell: number) => number | null;
}): readonly string[] {
  const { ask, x, y, row, shareOf } = of;
  const columns = valuesOf(ask.x);
  const edge = edgeOf(columns.map((_, column) => shareOf(row * columns.length + column)));
  if (edge === null) return [];
  const at = (column: number): string => `${x.label} ${valueWords(columns[column] ?? 0, x.unit)}`;
  const where = `${y.label} ${valueWords(valuesOf(ask.y)[row] ?? 0, y.unit)}`;
  const { show } = ask;
  switch (edge.kind) {
    case 'all':
    case 'never':
      return [words.edge[edge.kind](show, where)];
    case 'from':
    case 'to':
    case 'mixed':
      return [words.edge[edge.kind](show, where, at(edge.at))];
    case 'between':
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
