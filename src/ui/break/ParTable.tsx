import { useDesk } from '../prove/desk-of-page.ts';
import { isOpen, parOf, type ParLevel } from './par.ts';
import { text } from './words.ts';

/** How far the search is, a row for each number of faults; `fewest`: with how many it is known to break. */
export function ParTable(props: { readonly levels: readonly ParLevel[]; readonly fewest: number | null }) {
  const { levels, fewest } = props;
  const desk = useDesk();
  const stateOf = (key: string) => desk.stateOf(key);
  const resultOf = (level: ParLevel): string => {
    const words = text.levels;
    const { best, isPending } = parOf([level], stateOf);
    if (best !== null) return words.broken;
    const states = level.questions.map(({ key }) => stateOf(key));
    if (isPending) {
      const done = states.filter((state) => !isOpen(state)).length;
      return states.every((state) => state === null || state.phase === 'waiting')
        ? words.waiting
        : words.running(done, states.length);
    }
    const isWhole = states.every((state) => state?.end?.type === 'done' && state.end.report.complete);
    return isWhole ? words.none : words.cut;
  };
  return (
    <table className="break-levels">
      <caption>{text.caption}</caption>
      <tbody>
        {levels
          .filter(({ count }) => fewest === null || count <= fewest)
          .map((level) => (
            <tr key={level.count}>
              <th scope="row">{text.level(level.count)}</th>
              <td className={level.count === fewest ? 'tl-tone-corrupted' : ''}>{resultOf(level)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
