import { memo } from 'react';
import type { DispatchRun } from '../../scenarios/dispatch/dispatch-run.ts';
import { CountMark, type Mark } from './CountMark.tsx';
import { text } from './words.ts';

type Column = keyof typeof text.columns;

const COLUMNS = Object.keys(text.columns) as readonly Column[];

/** Numbers that stand beside their shape in the pictures. */
const SHAPES: { readonly [column in Column]?: Mark } = { duplicates: 'duplicates', refused: 'refused' };

/** What came of the three modes, as numbers. */
export const Figures = memo(function Figures({ runs }: { readonly runs: readonly DispatchRun[] }) {
  return (
    <table className="dispatch-figures" aria-label={text.figures}>
      <thead>
        <tr>
          <th scope="col">{text.mode}</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" title={text.explained[column]}>
              {text.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.mode}>
            <th scope="row">{text.modes[run.mode]}</th>
            {COLUMNS.map((column) => {
              const value = column === 'ticks' ? run.ticks : run.figures[column];
              const shape = SHAPES[column];
              return (
                <td key={column} className={value === 0 ? 'none' : undefined}>
                  {shape !== undefined && value !== 0 && <CountMark mark={shape} count={null} />}
                  {value ?? text.never}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
