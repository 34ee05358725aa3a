import { text } from './words.ts';
import type { Progress } from './proof-desk.ts';

/** How far an exploration is, in numbers that change as it goes. */
export function ProgressFigures(props: { readonly progress: Progress | null; readonly maxBytes: number }) {
  const { progress, maxBytes } = props;
  const words = text.progress;
  const at = progress?.progress;
  const figures: readonly (readonly [string, string])[] = [
    [words.states, words.count(at?.states ?? 0)],
    [words.rate, words.count(Math.round(progress?.statesPerSecond ?? 0))],
    [words.frontier, words.count(at?.frontier ?? 0)],
    [words.depth, words.count(at?.depth ?? 0)],
    [words.memory, words.of(at?.bytes ?? 0, maxBytes)],
    [words.seconds, words.s(progress?.seconds ?? 0)],
  ];
  return (
    <dl className="prove-figures" aria-label={words.heading}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
