import type { Problem } from '../../engine/result.ts';
import type { Trace } from '../../engine/trace.ts';
import { readTrace } from '../../formats/trace-file.ts';
import { LONGEST_LINK } from '../link/link.ts';
import { pack } from '../link/payload.ts';
import { storesAgainst, type StoreReplay } from '../reports/store-rows.ts';
import type { Lane } from '../../scenarios/run.ts';
import type { DocumentSource, TraceSource } from '../state/source.ts';
import { judgedRun, lanesOf } from './recorded-run.ts';

/** What a text holds, if anything; problems name what was left out or why there is nothing. */
export interface OpenedText {
  readonly source: TraceSource | DocumentSource | null;
  readonly problems: readonly Problem[];
  /** Of a trace: what each kind of store would have done with its writes, worked out when it is asked for. */
  readonly replay?: () => StoreReplay;
}

/** What a link says beside the packed text needs some room, too. */
const ROOM_IN_LINK = 300;
/** Longer texts are not packed: nothing packs so well that they would fit. */
const LONGEST_PACKED = 400_000;

/** The most lanes of a picture: a page with thousands of them would stand still. */
const MOST_LANES = 500;

function tooManyLanes(lanes: number): Problem {
  const what = `has ${lanes.toLocaleString('en')} clients, services and stores; the page shows at most ${String(MOST_LANES)}. The command "verdict" judges it`;
  return { where: 'file', what };
}

/**
 * Opens a text of the reader's own as a recorded trace or as a scenario. Never throws for what is in it. `onEntries` is
 * told the entries of a trace and its lanes before they are judged, which takes a while.
 */
export async function openText(
  text: string,
  kind: 'trace' | 'document',
  name: string,
  onEntries?: (entries: Trace, lanes: readonly Lane[]) => void,
): Promise<OpenedText> {
  if (kind === 'trace') {
    const read = readTrace(text);
    if (!read.ok) return { source: null, problems: read.problems };
    const { entries, origin, problems, horizon } = read.value;
    const lanes = lanesOf(entries);
    if (lanes.length > MOST_LANES)
      return { source: null, problems: [tooManyLanes(lanes.length), ...problems] };
    onEntries?.(entries, lanes);
    const { run, writes } = judgedRun(entries, name, origin, horizon, lanes);
    return {
      source: { kind, run, name, text, ...(await packed(text)) },
      problems,
      replay: () => storesAgainst(entries, writes),
    };
  }
  const { readDocument } = await import('./open-document.ts');
  const { scenario, problems } = readDocument(text);
  if (scenario === null) return { source: null, problems };
  return { source: { kind, scenario, name, text, ...(await packed(text)) }, problems };
}

async function packed(
  text: string,
): Promise<{ readonly payload: string | null; readonly packedLength: number }> {
  if (text.length > LONGEST_PACKED) return { payload: null, packedLength: text.length };
  const payload = await pack(text);
  const fits = payload.length <= LONGEST_LINK - ROOM_IN_LINK;
  return { payload: fits ? payload : null, packedLength: payload.length };
}
