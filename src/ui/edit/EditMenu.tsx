import { useEffect, useMemo, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import '../../scenarios/services/all-services.ts';
import '../../text/rare-words.ts';
import type { Micros } from '../../engine/time.ts';
import { changesText as words } from '../../text/changes.ts';
import { formatTime } from '../format-time.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { shownRuns } from '../state/derived.ts';
import { closeMenu, openMenu } from '../state/menu.ts';
import type { MenuPlace } from '../state/menu-place.ts';
import { scenarioOf } from '../state/source.ts';
import { edit } from '../state/store.ts';
import { changesAt, tried } from './changes.ts';
import { onTheWay } from './moment.ts';
import { settingOf, type Change, type ChangeGroup, type Setting } from './setting.ts';
import './edit.css';

/** How long the changes may be tried out before the list is shown, in milliseconds; the rest is not tried. */
const TRIED_MS = 250;

/** What can be changed where the reader pointed: faults to add and to take away, and what clients can do. */
export function EditMenu() {
  const store = useAppStore();
  const place = useApp((state) => state.menu);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open) return;
    // The browser gives the focus back to where it was when the dialog closes.
    element.showModal();
    element.querySelector<HTMLElement>('li button:not([aria-disabled="true"])')?.focus();
  }, []);
  if (place === null) return null;
  const { pointer } = place;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside it closes it, as Escape does
    <dialog
      ref={dialog}
      className={`change-menu ui${pointer === null ? '' : ' at-pointer'}`}
      style={pointer === null ? undefined : besides(pointer)}
      aria-labelledby="change-heading"
      onClose={() => closeMenu(store)}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
      onKeyDown={moveWithArrows}
    >
      <div className="change-head">
        <h2 id="change-heading">{words.title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </div>
      <Places place={place} onDone={() => dialog.current?.close()} />
    </dialog>
  );
}

function Places({ place, onDone }: { readonly place: MenuPlace; readonly onDone: () => void }) {
  const store = useAppStore();
  const source = useApp((state) => state.source);
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  const schedule = useApp((state) => state.schedule);
  const { played } = useApp(shownRuns);
  const scenario = scenarioOf(source);
  const run = played.find((one) => one.run.configuration === place.configuration) ?? played[0];
  const setting = useMemo(() => {
    if (scenario === null || run === undefined) return null;
    const format = (t: Micros): string => formatTime(run.run, t);
    return settingOf(scenario, { values, edits, schedule }, run, place, format);
  }, [scenario, values, edits, schedule, run, place]);
  const groups = useMemo(
    () => (setting === null ? [] : withTrials(setting, changesAt(setting, place.message), played)),
    [setting, place, played],
  );
  if (setting === null || run === undefined) return <p>{words.nothing}</p>;
  const messages = onTheWay(setting.world).map(({ name }) => name);
  if (place.message !== null && !messages.includes(place.message)) messages.push(place.message);
  const choose = (value: string): void => {
    const name = value.slice(1);
    openMenu(store, {
      ...place,
      ...(value.startsWith('m') ? { message: name } : { message: null, lane: name }),
    });
  };
  return (
    <>
      <div className="change-where">
        <select
          aria-label={words.where}
          value={place.message === null ? `l${place.lane}` : `m${place.message}`}
          onChange={(event) => choose(event.target.value)}
        >
          {run.run.lanes.map(({ id, label }) => (
            <option key={id} value={`l${id}`}>
              {words.lane(label)}
            </option>
          ))}
          {messages.map((name) => (
            <option key={name} value={`m${name}`}>
              {words.message(name)}
            </option>
          ))}
        </select>
        <span>{words.at(setting.inWords(setting.atMs))}</span>
      </div>
      {groups.map(({ name, changes }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <ul>
            {changes.map((change) => (
              <li key={change.id}>
                <ChangeButton
                  change={change}
                  onDo={() => {
                    if (change.to === null) return;
                    edit(store, change.to);
                    onDone();
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="change-note">{words.everywhere}</p>
    </>
  );
}

function ChangeButton({ change, onDo }: { readonly change: Change; readonly onDo: () => void }) {
  const { label, reason } = change;
  return (
    <button type="button" aria-disabled={reason !== null} onClick={onDo}>
      {label}
      {reason !== null && <span className="change-reason"> {reason}</span>}
    </button>
  );
}

/** Tries out what can be done, as far as there is time: what would change nothing says so. */
function withTrials(
  setting: Setting,
  groups: readonly ChangeGroup[],
  played: Parameters<typeof tried>[2],
): readonly ChangeGroup[] {
  const until = performance.now() + TRIED_MS;
  return groups.map(({ name, changes }) => ({
    name,
    changes: changes.map((change) => (performance.now() > until ? change : tried(change, setting, played))),
  }));
}

/** Beside the pointer, inside of the window. */
function besides({ x, y }: { readonly x: number; readonly y: number }): CSSProperties {
  return {
    left: `max(12px, min(${String(Math.round(x))}px, 100vw - 412px))`,
    top: `max(12px, min(${String(Math.round(y))}px, 100dvh - 480px))`,
    maxHeight: `min(640px, 100dvh - max(12px, min(${String(Math.round(y))}px, 100dvh - 480px)) - 12px)`,
  };
}

function moveWithArrows(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Home' && event.key !== 'End')
    return;
  if (event.target instanceof HTMLSelectElement) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  const last = buttons.length - 1;
  const wanted =
    event.key === 'Home' ? 0 : event.key === 'End' ? last : index + (event.key === 'ArrowDown' ? 1 : -1);
  buttons[Math.min(last, Math.max(0, wanted))]?.focus();
  event.preventDefault();
}
