import { memo } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { partingsOf } from '../state/derived.ts';
import { goToEntry } from '../state/store.ts';
import { text } from '../text.ts';
import { differenceSentence } from './difference-sentence.ts';

/** With two runs the picture says it all between them. */
const SEVERAL_PAIRS = 3;

/** Where every two of the runs part, neighbours or not; each can be gone to. */
export const PairsPanel = memo(function PairsPanel() {
  const store = useAppStore();
  const pairs = useApp(partingsOf);
  if (pairs.length < SEVERAL_PAIRS) return null;
  return (
    <details className="pairs">
      <summary>{text.page.pairs(pairs.length)}</summary>
      <ul>
        {pairs.map(({ left, right, parting }) => (
          <li key={`${left.configuration} ${right.configuration}`}>
            <strong>{text.page.pair(left.label, right.label)}</strong>
            {parting === null ? (
              <p className="muted">{text.page.samePath}</p>
            ) : (
              <button
                type="button"
                onClick={() => {
                  const { left: own, seq } = parting.difference;
                  goToEntry(store, own === null ? right.configuration : left.configuration, seq);
                }}
              >
                {differenceSentence({ left, right, parting }, parting)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
});
