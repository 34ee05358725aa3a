import { MOST_RUNS } from '../../scenarios/map/map-spec.ts';
import { sweepText } from '../../text/sweep.ts';
import { COUNT, NumberField } from './NumberField.tsx';

/** How many runs, and by which seed. */
export function HowMany(props: {
  readonly label: string;
  readonly runs: number;
  readonly seed: number;
  readonly onChange: (to: { readonly runs?: number; readonly seed?: number }) => void;
}) {
  const { label, runs, seed, onChange } = props;
  return (
    <fieldset>
      <legend>{sweepText.howMany}</legend>
      <NumberField
        label={label}
        value={runs}
        unit={COUNT}
        min={1}
        max={MOST_RUNS}
        isWhole
        onChange={(value) => onChange({ runs: value })}
      />
      <NumberField
        label={sweepText.seed}
        value={seed}
        unit={COUNT}
        min={0}
        max={999_999_999}
        isWhole
        onChange={(value) => onChange({ seed: value })}
      />
    </fieldset>
  );
}
