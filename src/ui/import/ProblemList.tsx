import type { Problem } from '../../engine/result.ts';
import { text } from './words.ts';

/** What was wrong with a file: how many things, and each with its place. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="import-problems">
      <h3 id="import-problems">{text.problems(problems.length)}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <div className="import-scroll" role="region" aria-labelledby="import-problems" tabIndex={0}>
        <ul>
          {problems.map(({ where, what }) => (
            <li key={`${where} ${what}`}>
              <b>{where}</b> <span>{what}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
