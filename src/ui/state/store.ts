import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Scenario } from '../../scenarios/scenario.ts';
import { nextFinding } from '../compare/moments.ts';
import type { TimeView } from '../timeline/time-view.ts';
import type { Speed } from '../transport/pace.ts';
import { atTime, stepped, steppedInLane, timeOf, type Cursor } from './cursor.ts';
import * as editTree from './edit-tree.ts';
import { EVERYTHING, type GalleryFilter } from './gallery-filter.ts';
import { BESIDE, cursorOf, leadingRun, shownRuns, type Beside } from './derived.ts';
import { freshInputs, NO_VIEW, shownConfigurations, type Inputs, type StudyPage } from './inputs.ts';
import type { MenuPlace } from './menu-place.ts';
import type { Notice } from './notices.ts';
import { scenarioOf, type Source } from './source.ts';
import type { Micros } from '../../engine/time.ts';

/** How the page is coloured. */
export type Theme = 'system' | 'light' | 'dark';

/** The whole state of the page: inputs, which the link holds, and what is gone with the tab. */
export interface AppState extends Inputs {
  readonly playing: boolean;
  readonly speed: Speed;
  readonly theme: Theme;
  readonly notices: readonly Notice[];
  /** The finding whose causes are shown: run and number of the finding; null: the one at the cursor. */
  readonly explained: { readonly configuration: string; readonly finding: number } | null;
  readonly helpOpen: boolean;
  /** Where the list of changes is open; null: it is not. */
  readonly menu: MenuPlace | null;
  /** Grows with each thing opened, so that history gets an entry for it and not for a moved cursor. */
  readonly openings: number;
  /** What each page asked last of what is open, for whoever goes back to it. */
  readonly studied: { readonly [page in StudyPage]?: string };
  /** Every state that what is open was in. */
  readonly tree: editTree.EditTree;
  /** Another state whose run is shown beside the present one; null: configurations are compared. */
  readonly beside: Beside | null;
}

/** The store of the page, without React. */
export type AppStore = StoreApi<AppState>;

/** Makes a store that shows a source as it is. */
export function createAppStore(
  inputs: Inputs,
  theme: Theme = 'system',
  tree: editTree.EditTree | null = null,
): AppStore {
  return createStore<AppState>()(() => ({
    ...inputs,
    playing: false,
    speed: 1,
    theme,
    notices: [],
    explained: null,
    helpOpen: false,
    menu: null,
    openings: 0,
    studied: {},
    tree: tree ?? treeFor(inputs),
    beside: null,
  }));
}

/** Opens a source with nothing changed. */
export function open(store: AppStore, source: Source): void {
  openInputs(store, freshInputs(source), []);
}

/** Puts all inputs in place at once, as a link or the history of the tab asks. */
export function openInputs(
  store: AppStore,
  inputs: Inputs,
  notices: readonly Notice[],
  tree: editTree.EditTree | null = null,
): void {
  store.setState((state) => ({
    ...inputs,
    notices,
    playing: false,
    explained: null,
    menu: null,
    openings: state.openings + 1,
    studied: {},
    tree: tree ?? treeFor(inputs),
    beside: null,
  }));
}

/** Shows a view in place of the picture, instead of any other; a step of the tab's history. */
export function showView(store: AppStore, view: Partial<typeof NO_VIEW>): void {
  store.setState(({ openings }) => ({ ...NO_VIEW, ...view, playing: false, openings: openings + 1 }));
}

/** Goes back from a view in place of the picture to what is open; a step of the tab's history. */
export function closeView(store: AppStore, view: keyof typeof NO_VIEW): void {
  store.setState(({ openings }) => ({ [view]: null, openings: openings + 1 }));
}

/** Shows the list of all scenarios in place of the picture. */
export function openGallery(store: AppStore): void {
  showView(store, { gallery: store.getState().gallery ?? EVERYTHING });
}

/** Narrows the list of all scenarios, or widens it. */
export function filterGallery(store: AppStore, change: Partial<GalleryFilter>): void {
  store.setState(({ gallery }) => (gallery === null ? {} : { gallery: { ...gallery, ...change } }));
}

/** Changes one parameter; a value that is the scenario's own is no change. The cursor keeps its time. */
export function setParameter(store: AppStore, id: string, value: number | string): void {
  const state = store.getState();
  const scenario = scenarioOf(state.source);
  if (scenario?.parameters.some((parameter) => parameter.id === id) !== true) return;
  edit(store, { values: withValue(scenario, state.values, id, value) }, `parameter ${id}`);
}

/** Gives every parameter its own value again. */
export function resetParameters(store: AppStore): void {
  edit(store, { values: {} });
  store.setState({ cursor: null });
}

/**
 * Changes what the runs are made from. Edits of one gesture are undone as one; the cursor keeps its time.
 */
export function edit(store: AppStore, change: Partial<editTree.Edited>, gesture: string | null = null): void {
  const state = store.getState();
  show(store, editTree.withEdit(state.tree, { ...editedOf(state), ...change }, gesture));
}

/**
 * Opens what was made of the scenario on a page of questions in the picture: as an edit, so that the link holds it and undo
 * takes it back; the way back to the page is a step of the tab's history. `isBeside`: the others that are shown stay.
 */
export function openEdited(
  store: AppStore,
  configuration: string,
  isBeside: boolean,
  edited: editTree.Edited,
): void {
  const state = store.getState();
  const first = shownConfigurations(state)[0];
  store.setState({
    study: null,
    openings: state.openings + 1,
    shown: isBeside ? state.shown : [configuration],
    leading: isBeside && first !== configuration ? configuration : null,
    cursor: null,
    view: null,
  });
  edit(store, edited);
  store.setState({ cursor: null });
}

/** A drag or the like is over: what comes next is undone by itself. */
export function endGesture(store: AppStore): void {
  const { tree } = store.getState();
  const ended = editTree.endGesture(tree);
  if (ended !== tree) store.setState({ tree: ended });
}

/** Takes the last edit back; false if there is none. */
export function undo(store: AppStore): boolean {
  return show(store, editTree.undone(store.getState().tree));
}

/** Does again what was taken back last; false if there is nothing. */
export function redo(store: AppStore): boolean {
  return show(store, editTree.redone(store.getState().tree));
}

/** Shows the present state of a tree; false if it is shown already. The cursor keeps its time. */
export function show(store: AppStore, tree: editTree.EditTree): boolean {
  const state = store.getState();
  if (tree === state.tree) return false;
  const { edited } = editTree.currentNode(tree);
  const time = state.cursor === null ? null : timeOf(leadingRun(state), state.cursor);
  const next = { ...state, ...edited };
  store.setState({
    ...edited,
    tree,
    // What stood beside has the name that the state before had.
    beside: null,
    explained: null,
    playing: false,
    cursor: time === null ? null : atTime(leadingRun(next), time),
  });
  return true;
}

function editedOf({ values, edits, schedule }: Inputs): editTree.Edited {
  return { values, edits, schedule };
}

/** A source that was opened changed, by a link, can be taken back to what was written. */
function treeFor(inputs: Inputs): editTree.EditTree {
  return editTree.withEdit(editTree.treeOf(editTree.AS_WRITTEN), editedOf(inputs));
}

/** Shows or hides a configuration; the last one stays, and at most four fit. */
export function toggleConfiguration(store: AppStore, id: string): void {
  const state = store.getState();
  const scenario = scenarioOf(state.source);
  if (scenario === null) return;
  const before = shownConfigurations(state);
  const wanted = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
  if (wanted.length === 0) return;
  const shown = scenario.configurations.map((one) => one.id).filter((one) => wanted.includes(one));
  const leading = state.leading !== null && shown.includes(state.leading) ? state.leading : null;
  keepTime(store, { shown, leading });
}

/** Chooses the run whose entries are stepped through and listed. */
export function setLeading(store: AppStore, configuration: string): void {
  // The run of another state is looked at, not stepped through.
  if (configuration.endsWith(BESIDE)) return;
  const first = shownRuns(store.getState()).runs[0]?.configuration;
  keepTime(store, { leading: configuration === first ? null : configuration });
}

/** Moves the cursor. */
export function setCursor(store: AppStore, cursor: Cursor): void {
  const before = store.getState().cursor;
  if (before !== null && before.seq === cursor.seq && before.t === cursor.t) return;
  store.setState({ cursor, explained: null });
}

/** Moves the cursor to an entry of a run, which leads from then on. */
export function goToEntry(store: AppStore, configuration: string, seq: number): void {
  const state = store.getState();
  if (configuration.endsWith(BESIDE)) {
    // Its entries are not those of the run that is stepped through: its time is.
    const entry = shownRuns(state).runs.find((run) => run.configuration === configuration)?.entries[seq];
    if (entry !== undefined) seek(store, entry.t);
    return;
  }
  if (leadingRun(state).configuration !== configuration) setLeading(store, configuration);
  setCursor(store, { seq, t: null });
}

/** One entry forward or back. */
export function step(store: AppStore, by: 1 | -1): void {
  const state = store.getState();
  setCursor(store, stepped(leadingRun(state), cursorOf(state), by));
}

/** The next or previous entry of the selected lane. */
export function stepInLane(store: AppStore, by: 1 | -1): void {
  const state = store.getState();
  if (state.lane === null) return;
  const found = steppedInLane(leadingRun(state), cursorOf(state), state.lane, by);
  if (found !== null) setCursor(store, found);
}

/** Moves the cursor to an instant, or to one so much later. */
export function seek(store: AppStore, time: Micros): void {
  setCursor(store, atTime(leadingRun(store.getState()), time));
}

/** Moves the cursor on by a length of time. */
export function advanceBy(store: AppStore, length: Micros): void {
  const state = store.getState();
  seek(store, (timeOf(leadingRun(state), cursorOf(state)) + length) as Micros);
}

/** Moves the cursor to the first or last entry. */
export function goToEnd(store: AppStore, end: 'first' | 'last'): void {
  const { entries } = leadingRun(store.getState());
  setCursor(store, { seq: end === 'first' ? 0 : Math.max(0, entries.length - 1), t: null });
}

/** Moves the cursor to the next finding of any run shown. */
export function goToNextFinding(store: AppStore): void {
  const state = store.getState();
  const found = nextFinding(leadingRun(state), shownRuns(state).runs, cursorOf(state));
  if (found !== null) setCursor(store, found);
}

/** Selects a lane; the selected one again: none. */
export function selectLane(store: AppStore, lane: string | null): void {
  store.setState({ lane });
}

/** Selects the lane above or below the selected one. */
export function selectNextLane(store: AppStore, by: 1 | -1): void {
  const state = store.getState();
  const { lanes } = leadingRun(state);
  if (lanes.length === 0) return;
  const index = lanes.findIndex((lane) => lane.id === state.lane);
  const next = index < 0 ? (by === 1 ? 0 : lanes.length - 1) : (index + by + lanes.length) % lanes.length;
  store.setState({ lane: lanes[next]?.id ?? null });
}

/** Shows a part of the time axis; null: all. Whole microseconds, so that a link gives the same back. */
export function setView(store: AppStore, view: TimeView | null): void {
  store.setState({ view: view === null ? null : { from: Math.round(view.from), to: Math.round(view.to) } });
}

/** Draws long empty stretches short, or as long as they are. */
export function toggleFolds(store: AppStore): void {
  store.setState(({ folds }) => ({ folds: !folds }));
}

/** Starts playback, from the beginning if it is at the end; or stops it. */
export function togglePlaying(store: AppStore): void {
  const state = store.getState();
  if (!state.playing && cursorOf(state).seq >= leadingRun(state).entries.length - 1) goToEnd(store, 'first');
  store.setState({ playing: !state.playing });
}

/** Adds a message for the reader; one that is there already is not repeated. */
export function notify(store: AppStore, notice: Notice): void {
  store.setState((state) => ({
    notices: [...state.notices.filter((other) => other.text !== notice.text), notice],
  }));
}

function keepTime(store: AppStore, change: Partial<Inputs>): void {
  const state = store.getState();
  const next = { ...state, ...change };
  const before = leadingRun(state);
  const after = leadingRun(next);
  const cursor =
    state.cursor === null || before === after ? state.cursor : atTime(after, timeOf(before, state.cursor));
  store.setState({ ...change, cursor, explained: null });
}

function withValue(
  scenario: Scenario,
  values: Inputs['values'],
  id: string,
  value: number | string,
): Inputs['values'] {
  const own = scenario.parameters.find((parameter) => parameter.id === id)?.value;
  const { [id]: _, ...others } = values;
  return value === own ? others : { ...others, [id]: value };
}
