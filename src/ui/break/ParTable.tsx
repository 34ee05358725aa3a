import { useDesk } from '../prove/desk-of-page.ts';
import type { ParLevel } from './par.ts';
import { levelResult } from './par-words.ts';
import { text } from './words.ts';

/** How far the search is, a row for each number of faults; `fewest`: with how many it is known to break. */
export function ParTable(props: { readonly levels: readonly ParLevel[]; readonly fewest: number | null }) {
  const { levels, fewest } = props;
  const desk = useDesk();
  const stateOf = (key: string) => desk.stateOf(key);
  return (
    <table className="break-levels">
      <caption>{text.caption}</caption>
      <tbody>
        {levels
          .filter(({ count }) => fewest === null || count <= fewest)
          .map((level) => (
            <tr key={level.count}>
              <th scope="row">{text.level(level.count)}</th>
              <td className={level.count === fewest ? 'tl-tone-corrupted' : ''}>
                {levelResult(level, stateOf)}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
