import type { MapTarget } from './targets-of.ts';

/** Which of the things that may vary. Those that are used elsewhere are not offered. */
export function TargetChoice(props: {
  readonly label: string;
  readonly value: string;
  readonly targets: readonly MapTarget[];
  readonly used: readonly string[];
  readonly onChange: (target: MapTarget) => void;
}) {
  const { label, value, targets, used, onChange } = props;
  const offered = targets.filter(({ id }) => id === value || !used.includes(id));
  return (
    <label className="map-choice">
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const target = targets.find(({ id }) => id === event.target.value);
          if (target !== undefined) onChange(target);
        }}
      >
        {!offered.some(({ id }) => id === value) && <option value={value}>{value}</option>}
        {offered.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
