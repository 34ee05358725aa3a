import { useEffect, useMemo } from 'react';
import type { FaultBudget } from '../../engine/faults.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { configurationLabel } from '../labels.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { GOALS, type Ask, type Goal } from './ask.ts';
import { desk, useDesk } from './desk-of-page.ts';
import { MatrixTable, type MatrixRow } from './MatrixTable.tsx';
import { openFound } from './open-found.ts';
import { cellQuestion, type Question } from './question.ts';
import { text } from './words.ts';

const COLUMNS = { pauses: [0, 1, 2], beside: ['none', 'late', 'lose'] } as const;

/** Every configuration against many budgets: which can be broken, and in how many steps. */
export function MatrixPanel(props: {
  readonly ask: Ask;
  readonly scenario: Scenario;
  readonly onChange: (to: Partial<Ask>) => void;
}) {
  const { ask, scenario, onChange } = props;
  const store = useAppStore();
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  const rows = useMemo(() => rowsOf(scenario, { values, edits }, ask), [scenario, values, edits, ask]);
  const questions = useMemo(() => inOrder(rows), [rows]);
  const keys = useMemo(() => questions.map(({ key }) => key), [questions]);
  useDesk();
  useEffect(() => () => desk.cancel(keys), [keys]);
  const states = keys.map((key) => desk.stateOf(key));
  const isBusy = states.some((state) => state !== null && state.phase !== 'ended');
  const done = keys.filter((key) => desk.isAnswered(key)).length;
  const isDone = done === keys.length;
  return (
    <section className="study-main" aria-label={text.views.matrix}>
      <div className="study-bar">
        {isBusy ? (
          <button type="button" className="primary" onClick={() => desk.cancel(keys)}>
            {text.cancel}
          </button>
        ) : (
          <button
            type="button"
            className="primary"
            aria-disabled={isDone}
            onClick={() => desk.ask(questions)}
          >
            {done === 0 || isDone ? text.matrix.start : text.matrix.goOn}
          </button>
        )}
        <p role="status">
          {isBusy || done > 0 ? text.matrix.done(done, keys.length) : ''}
          {isBusy ? `, ${text.matrix.workers(desk.most)}` : ''}
        </p>
        <label className="study-choice">
          <span>{text.matrix.goal}</span>
          <select value={ask.goal} onChange={({ target }) => onChange({ goal: target.value as Goal })}>
            {(Object.keys(GOALS) as Goal[]).map((goal) => (
              <option key={goal} value={goal}>
                {text.matrix.goals[goal]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <MatrixTable
        rows={rows}
        columns={COLUMNS}
        stateOf={(key) => desk.stateOf(key)}
        onOpen={(question, found) => openFound(store, scenario, question, found)}
      />
      <p>{text.matrix.also(ask.crash)}</p>
      <p className="muted">{text.matrix.legend}</p>
      {ask.pausedHolder && <p>{text.proves.paused}</p>}
      <p className="muted">{text.proves.notExclusion}</p>
    </section>
  );
}

function rowsOf(
  scenario: Scenario,
  changed: Parameters<typeof cellQuestion>[2],
  ask: Ask,
): readonly MatrixRow[] {
  return scenario.configurations.map(({ id }) => ({
    id,
    label: configurationLabel(scenario, id),
    cells: COLUMNS.beside.flatMap((beside) =>
      COLUMNS.pauses.map((pause) => {
        const budget = {
          pause,
          crash: ask.crash,
          lose: beside === 'lose' ? 1 : 0,
          late: beside === 'late' ? 1 : 0,
        };
        return { budget, question: cellQuestion(scenario, id, changed, ask, budget) };
      }),
    ),
  }));
}

/** Small budgets first, so that every row says something soon. */
function inOrder(rows: readonly MatrixRow[]): readonly Question[] {
  const size = ({ pause, lose, late }: FaultBudget): number => pause * 2 + lose + late;
  return rows
    .flatMap(({ cells }) => cells)
    .toSorted((a, b) => size(a.budget) - size(b.budget))
    .map(({ question }) => question);
}
