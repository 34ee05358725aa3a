import type { StudyPageProps } from '../study/page.ts';
import { useParts } from '../study/use-parts.ts';
import { askOfText, textOfAsk, type Ask } from './ask.ts';
import { AskPanel } from './AskPanel.tsx';
import { MatrixPanel } from './MatrixPanel.tsx';
import { OnePanel } from './OnePanel.tsx';
import { text } from './words.ts';
import './prove.css';

const PARTS = { read: askOfText, write: textOfAsk, told: text.strange };

/** What can be asked of all schedules of the open scenario, and what came of it. */
export function ProvePage({ scenario, configuration, asked, onChange }: StudyPageProps) {
  const ask = useParts(asked, PARTS, onChange);
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
