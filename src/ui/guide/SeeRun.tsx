import type { Shown } from '../../text/guide.ts';
import { openBuiltin } from '../gallery/open-builtin.ts';
import { builtinName } from '../labels.ts';
import { useAppStore } from '../state/app-context.ts';
import { text } from './words.ts';

/** Opens the run that shows a statement. */
export function SeeRun({ scenario }: { readonly scenario: string }) {
  const store = useAppStore();
  return (
    <button type="button" className="link guide-see" onClick={() => void openBuiltin(store, scenario)}>
      {text.open(builtinName(scenario))}
    </button>
  );
}

/** A statement, and behind it the run that shows it. */
export function Statement({ shown }: { readonly shown: Shown }) {
  return (
    <>
      <p>{shown.says}</p>
      <SeeRun scenario={shown.scenario} />
    </>
  );
}
