import type { FaultBudget } from '../../engine/faults.ts';
import type { ReportedCounterexample } from '../../explore/job.ts';
import { ONE_COLUMN, useMedia } from '../shell/use-media.ts';
import { text as study } from '../study/words.ts';
import { MatrixCell } from './MatrixCell.tsx';
import type { ProofState } from './proof-desk.ts';
import type { Question } from './question.ts';
import { text } from './words.ts';

/** One configuration against every budget, in the order of the columns. */
export interface MatrixRow {
  readonly id: string;
  readonly label: string;
  readonly cells: readonly { readonly budget: FaultBudget; readonly question: Question }[];
}

interface Props {
  readonly rows: readonly MatrixRow[];
  /** What the budgets are: for each of `beside` one of each number of pauses. */
  readonly columns: {
    readonly pauses: readonly number[];
    readonly beside: readonly (keyof typeof text.matrix.groups)[];
  };
  readonly stateOf: (key: string) => ProofState | null;
  readonly onOpen: (question: Question, found: ReportedCounterexample) => void;
}

/** The matrix as a table: configurations below each other, or side by side where there is no room for all budgets. */
export function MatrixTable(props: Props) {
  const isNarrow = useMedia(ONE_COLUMN);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <div className="prove-scroll" tabIndex={0} role="group" aria-label={text.matrix.caption}>
      <table className={`prove-matrix ${isNarrow ? 'prove-matrix-turned' : ''}`}>
        <caption>{text.matrix.caption}</caption>
        {isNarrow ? <Turned {...props} /> : <Wide {...props} />}
      </table>
    </div>
  );
}

/** A row for each configuration. */
function Wide({ rows, columns, stateOf, onOpen }: Props) {
  const { pauses, beside } = columns;
  return (
    <>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {study.configuration}
          </th>
          {beside.map((one) => (
            <th key={one} scope="colgroup" colSpan={pauses.length}>
              {text.matrix.groups[one]}
            </th>
          ))}
        </tr>
        <tr>
          {beside.flatMap((one) =>
            pauses.map((count) => (
              <th key={`${one} ${String(count)}`} scope="col">
                {text.matrix.pauses(count)}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, cells }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            {cells.map(({ budget, question }) => (
              <MatrixCell
                key={question.key}
                label={label}
                budget={budget}
                state={stateOf(question.key)}
                onOpen={(found) => onOpen(question, found)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

/** A column for each configuration, a group of rows for what may happen beside pauses. */
function Turned({ rows, columns, stateOf, onOpen }: Props) {
  const { pauses, beside } = columns;
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{text.fields.pause[0]}</th>
          {rows.map(({ id, label }) => (
            <th key={id} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {beside.map((one, group) => (
        <tbody key={one}>
          <tr>
            <th scope="rowgroup" colSpan={rows.length + 1}>
              {text.matrix.groups[one]}
            </th>
          </tr>
          {pauses.map((count, index) => (
            <tr key={count}>
              <th scope="row">{text.matrix.pauses(count)}</th>
              {rows.map(({ label, cells }) => {
                const cell = cells[group * pauses.length + index];
                return cell === undefined ? null : (
                  <MatrixCell
                    key={cell.question.key}
                    label={label}
                    budget={cell.budget}
                    state={stateOf(cell.question.key)}
                    onOpen={(found) => onOpen(cell.question, found)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </>
  );
}
