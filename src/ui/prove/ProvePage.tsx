import { useEffect, useMemo } from 'react';
import { useAppStore } from '../state/app-context.ts';
import { notify } from '../state/store.ts';
import type { StudyPageProps } from '../study/page.ts';
import { askOfText, textOfAsk, type Ask } from './ask.ts';
import { AskPanel } from './AskPanel.tsx';
import { MatrixPanel } from './MatrixPanel.tsx';
import { OnePanel } from './OnePanel.tsx';
import { text } from './words.ts';
import './prove.css';

/** What can be asked of all schedules of the open scenario, and what came of it. */
export function ProvePage({ scenario, configuration, asked, onChange }: StudyPageProps) {
  const store = useAppStore();
  const { ask, strange } = useMemo(() => askOfText(asked), [asked]);
  useEffect(() => {
    if (strange.length === 0) return;
    notify(store, { text: text.strange(strange) });
    onChange(textOfAsk(ask));
  }, [store, strange, ask, onChange]);
  const change = (to: Partial<Ask>): void => onChange(textOfAsk({ ...ask, ...to }));
  return (
    <>
      <AskPanel ask={ask} scenario={scenario} configuration={configuration} onChange={change} />
      {ask.matrix ? (
        <MatrixPanel ask={ask} scenario={scenario} onChange={change} />
      ) : (
        <OnePanel ask={ask} scenario={scenario} configuration={configuration} />
      )}
    </>
  );
}
