import type { Shown } from '../../text/guide.ts';
import { openBuiltin } from '../gallery/open-builtin.ts';
import { builtinName } from '../labels.ts';
import { useAppStore } from '../state/app-context.ts';
import { text } from './words.ts';

interface SeeRunProps {
  readonly scenario: string;
  /** Configurations to show; the scenario's first ones where it is left out. */
  readonly shows?: readonly string[] | undefined;
}

/** Opens the run that shows a statement. */
export function SeeRun({ scenario, shows }: SeeRunProps) {
  const store = useAppStore();
  return (
    <button type="button" className="link guide-see" onClick={() => void openBuiltin(store, scenario, shows)}>
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
