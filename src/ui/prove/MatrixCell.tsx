import type { FaultBudget } from '../../engine/faults.ts';
import type { ReportedCounterexample } from '../../explore/job.ts';
import type { ProofState } from './proof-desk.ts';
import { text } from './words.ts';

/** One configuration within one budget: the length of the shortest way to break it, or that there is none. */
export function MatrixCell(props: {
  readonly label: string;
  readonly budget: FaultBudget;
  readonly state: ProofState | null;
  readonly onOpen: (found: ReportedCounterexample) => void;
}) {
  const { label, budget, state, onOpen } = props;
  const words = text.matrix.cells;
  if (state === null) return <td className="empty">{words.empty}</td>;
  if (state.phase === 'waiting') return <td className="empty">{words.waiting}</td>;
  if (state.phase !== 'ended') return <td className="busy">{words.running}</td>;
  const { end } = state;
  if (end?.type !== 'done') {
    const why = end?.type === 'problem' ? end.problems.map(({ where, what }) => `${where}: ${what}`) : [];
    const said = end?.type === 'failed' ? end.message : why.join('; ');
    return (
      <td className="open" title={said}>
        {words.failed}
      </td>
    );
  }
  const { counterexample, complete, states, properties } = end.report;
  if (counterexample !== null) {
    return (
      <td className="broken tl-tone-corrupted">
        <button
          type="button"
          aria-label={words.open(label, budget, counterexample.length)}
          onClick={() => onOpen(counterexample)}
        >
          {words.steps(counterexample.length)}
        </button>
      </td>
    );
  }
  if (!complete) {
    return (
      <td className="open" title={words.cutTitle(states)}>
        {words.cut}
      </td>
    );
  }
  const isUntested = properties.some(({ name, status }) => name === 'zombie-writes' && status !== 'holds');
  return (
    <td className="none tl-tone-safe" title={words.noneTitle}>
      {words.none}
      {isUntested && <small>{words.untested}</small>}
    </td>
  );
}
