import { memo } from 'react';
import { clientClass } from './colours.ts';
import type { LaneBox, PanelGeometry } from './geometry.ts';
import type { LanePicture, RunPicture } from './picture.ts';
import type { TimelineText } from './text.ts';

interface LaneNamesProps {
  readonly picture: RunPicture;
  readonly geometry: PanelGeometry;
  readonly above: boolean;
  readonly selected: string | null;
  readonly text: TimelineText;
  readonly onSelect: (lane: string | null) => void;
}

/** Names of the lanes, beside or above them, as buttons that select; with the names of their rows. */
export const LaneNames = memo(function LaneNames(props: LaneNamesProps) {
  const { picture, geometry, above, selected, text, onSelect } = props;
  return (
    <div className="tl-names">
      {picture.lanes.map((lane, index) => {
        const box = geometry.lanes[index];
        if (box === undefined) return null;
        const { id, label } = lane.lane;
        return (
          <div key={id} className="tl-name-box" style={{ top: box.top, height: box.height }}>
            <button
              type="button"
              className={`tl-name ${lane.role === 'client' ? clientClass(lane.colour) : 'tl-no-client'}`}
              style={above ? undefined : { top: firstLine(lane, box) - box.top }}
              aria-pressed={selected === id}
              aria-label={text.selectLane(label)}
              title={label}
              onClick={() => onSelect(selected === id ? null : id)}
            >
              {lane.role === 'client' && <span className="tl-swatch" aria-hidden="true" />}
              <span className="tl-name-text">{label}</span>
              {lane.role === 'client' && <span className="tl-name-role">{text.believes}</span>}
            </button>
            {!above &&
              rowNames(lane, box, picture.namesKeys, text).map(({ y, words }) => (
                <span
                  key={`${String(y)} ${words}`}
                  className="tl-row-name"
                  style={{ top: y - box.top }}
                  title={words}
                >
                  {words}
                </span>
              ))}
          </div>
        );
      })}
    </div>
  );
}, haveSameNames);

/** Another run of the same actors has mostly the same names: they are not drawn anew with every move of a drag. */
function haveSameNames(before: LaneNamesProps, now: LaneNamesProps): boolean {
  const { picture: old, ...others } = before;
  const { picture, ...rest } = now;
  return (
    (Object.keys(others) as (keyof typeof others)[]).every((name) => others[name] === rest[name]) &&
    (old === picture || namesIn(old) === namesIn(picture))
  );
}

/** Text that two pictures share if their lanes and rows have the same names. */
function namesIn({ lanes, namesKeys }: RunPicture): string {
  return JSON.stringify([
    namesKeys,
    lanes.map((lane) => {
      const { id, label } = lane.lane;
      if (lane.role === 'client') return [id, label, lane.colour];
      if (lane.role === 'service') return [id, label, lane.rows.map(({ key }) => key)];
      return [id, label, lane.rows.map(({ record }) => record), lane.fences.length];
    }),
  ]);
}

function firstLine(lane: LanePicture, box: LaneBox): number {
  return lane.role === 'client' ? box.barTop + box.barHeight / 2 - 9 : box.barTop + box.barHeight / 2 - 10;
}

function rowNames(
  lane: LanePicture,
  box: LaneBox,
  namesKeys: boolean,
  text: TimelineText,
): readonly { y: number; words: string }[] {
  if (lane.role === 'client') return [{ y: box.underTop + box.underHeight / 2, words: text.record }];
  const middle = (row: number): number => box.barTop + row * box.rowStep + box.barHeight / 2;
  if (lane.role === 'service') {
    const keys = lane.rows.map((row) => row.key);
    if (!namesKeys) return [{ y: middle(0) + 16, words: text.leases }];
    return keys.flatMap((key, row) =>
      keys.indexOf(key) === row ? [{ y: middle(row) + 16, words: key }] : [],
    );
  }
  const records = lane.rows.flatMap(({ record }, row) =>
    record === '' ? [] : [{ y: middle(row) + 16, words: record }],
  );
  const fences = lane.fences.length > 0 ? [{ y: box.underTop + 8, words: text.fence }] : [];
  const last = records.at(-1);
  // Where the name of the last record would run into the fence's line, the record's name is worth more.
  return last !== undefined && fences[0] !== undefined && fences[0].y - last.y < 13
    ? records
    : [...records, ...fences];
}
