import type { Entry, Trace } from '../trace.ts';
import { DEFAULT_KEY } from '../verdict/records.ts';
import type { Finding, NotRecorded, TraceOrigin, Verdict } from '../verdict/types.ts';
import { FIRST_MEMORY, openWaits, type KeyMemory, type Memory } from './monitor-memory.ts';
import { SIGHTS, sightBit, watch, type Sight } from './monitor.ts';
import { LOCK_PROPERTIES, sightsOf, UNIT_PROPERTIES, type Property } from './properties.ts';

/** A run as far as its properties are concerned. */
export interface JudgedRun {
  readonly origin: TraceOrigin;
  readonly entries: Trace;
  readonly verdict: Verdict;
}

/** Something that must not last, and did from one entry until another. */
export interface Lasting {
  readonly key: string;
  readonly client: string;
  /** `seq` of the entry since which it lasts. */
  readonly from: number;
  /** `seq` of the entry that ended it; Infinity: none did. */
  readonly to: number;
}

/** One property over a whole run, ready to be asked at any entry. */
export interface RunProperty {
  readonly name: string;
  readonly kind: Property['kind'];
  /** What of the verdict breaks it or, for one of the kind `sometimes`, shows it; in the order of the entries. */
  readonly findings: readonly Finding[];
  /** For one of the kind `sometimes`: `seq` of the first entry that shows it; null: none does. */
  readonly seen: number | null;
  /** For one of the kind `eventually`: all that lasted for a while; null: the log does not tell. */
  readonly lasting: readonly Lasting[] | null;
  /** The log lacks the entries by which it would show. */
  readonly isNotRecorded: boolean;
  /** `seq` of the last entry, at which what is open is decided. */
  readonly last: number;
}

/** How a property stands at an entry of a run. */
export type StatusAt =
  /** Always: not broken up to there. Eventually: nothing is open there. */
  | { readonly status: 'holds' }
  | { readonly status: 'broken'; readonly finding: Finding }
  | { readonly status: 'seen'; readonly entry: number }
  | { readonly status: 'not-seen' }
  /** Eventually: something lasts and may yet end; at the last entry: the verdict does not count it as broken. */
  | { readonly status: 'open'; readonly open: readonly Lasting[] }
  /** Eventually: the log does not tell what lasts, so that only its end decides. */
  | { readonly status: 'undecided' }
  | { readonly status: 'not-recorded' };

/**
 * The properties that the explorer knows, of one run. What breaks or shows one is what the verdict found, by the same
 * names as the explorer's sights; what lasts is the explorer's own monitor, a fold over the entries.
 */
export function propertiesOfRun(run: JudgedRun): readonly RunProperty[] {
  const { entries, verdict } = run;
  const hasUnits = entries.some(({ ev, unit }) => ev === 'work' && unit !== undefined);
  const asked = hasUnits ? [...LOCK_PROPERTIES, ...UNIT_PROPERTIES] : LOCK_PROPERTIES;
  return asked.map((property) => {
    const { name, kind } = property;
    const findings = verdict.findings.filter((finding) => isOf(property, finding));
    return {
      name,
      kind,
      findings,
      seen: kind === 'sometimes' ? firstSeen(property, entries, findings) : null,
      lasting: property.kind === 'eventually' ? lastingOf(run, property) : null,
      isNotRecorded: verdict.notRecorded.some((missing) => NEEDS[name] === missing),
      last: entries.length - 1,
    };
  });
}

/** How a property stands after the entry `seq` of its run. */
export function statusAt(property: RunProperty, seq: number): StatusAt {
  const { kind, findings, seen, lasting, isNotRecorded, last } = property;
  switch (kind) {
    case 'sometimes':
      return seen === null || seen > seq ? { status: 'not-seen' } : { status: 'seen', entry: seen };
    case 'always': {
      const [finding] = findings;
      if (finding !== undefined && finding.entry <= seq) return { status: 'broken', finding };
      return { status: isNotRecorded ? 'not-recorded' : 'holds' };
    }
    case 'eventually': {
      const [finding] = findings;
      if (finding !== undefined && seq >= last) return { status: 'broken', finding };
      if (isNotRecorded) return { status: 'not-recorded' };
      if (lasting === null) return { status: seq >= last ? 'holds' : 'undecided' };
      const open = lasting.filter(({ from, to }) => from <= seq && seq < to);
      return open.length === 0 ? { status: 'holds' } : { status: 'open', open };
    }
  }
}

/** The sight that shows what a finding says; undefined where the explorer has none. */
export function sightOf({ kind, unreplaced }: Pick<Finding, 'kind' | 'unreplaced'>): Sight | undefined {
  const name = unreplaced === true ? `${kind}-unreplaced` : kind;
  return SIGHTS.find((sight) => sight === name);
}

/** What the verdict calls that which breaks a property of the kind `eventually`: it has no sight, for it takes a whole run. */
const DECIDED_AT_THE_END: Readonly<Record<string, Finding['kind']>> = {
  'waiter-served': 'starvation',
  'no-leaked-lease': 'leaked-lease',
};

/** What a log must record for a property to be looked at. */
const NEEDS: Readonly<Record<string, NotRecorded>> = {
  'waiter-served': 'starvation',
  'no-duplicate-work': 'duplicate-work',
};

function isOf(property: Property, finding: Finding): boolean {
  if (property.kind === 'eventually') return DECIDED_AT_THE_END[property.name] === finding.kind;
  const sight = sightOf(finding);
  return sight !== undefined && (sightsOf(property) & sightBit(sight)) !== 0;
}

/** The first entry that shows a property: by a finding, or by what the monitor sees of a single entry. */
function firstSeen(property: Property, entries: Trace, findings: readonly Finding[]): number | null {
  const bits = sightsOf(property);
  const bySight = entries.find(
    (entry) =>
      entry.ev === 'write' &&
      (watch(FIRST_MEMORY, [observedOf(entry)], PLAIN).sights & bits & sightBit('write-accepted')) !== 0,
  );
  const first = Math.min(findings[0]?.entry ?? Infinity, bySight?.seq ?? Infinity);
  return Number.isFinite(first) ? first : null;
}

/** What is not told apart: whether a writer was paused, and units of work. */
const PLAIN = { pausedHolder: false };

/** Kinds that tell who waits, holds or believes under a key. */
const OF_A_KEY: ReadonlySet<string> = new Set([
  'grant',
  'renew',
  'revive',
  'expire',
  'release',
  'revoke',
  'steal',
  'forget',
  'believe',
  'wait',
  'abandon',
]);

/** The most leases that are looked at, over all entries: a log in which few leases end would take minutes. Counted and not timed. */
const MOST_LOOKS = 500_000;

type Eventually = Extract<Property, { readonly kind: 'eventually' }>;

/** What lasted of a property of the kind `eventually`; null where the log does not tell, or is too long. */
function lastingOf({ entries, origin }: JudgedRun, property: Eventually): readonly Lasting[] | null {
  const { lasting } = property;
  // A log without beliefs does not tell whose lease nobody uses.
  const usesLeases = lasting !== openWaits;
  if (usesLeases && origin === 'recorded' && !entries.some(({ ev }) => ev === 'believe')) return null;
  // One memory a key: what happens under one does not touch the others, but for a crash.
  const memories = new Map<string, Memory>();
  const open = new Map<string, Map<string, number>>();
  const ended: Lasting[] = [];
  let looks = 0;
  for (const entry of entries) {
    const isCrash = entry.ev === 'crash';
    if (!isCrash && !OF_A_KEY.has(entry.ev)) continue;
    for (const key of isCrash ? memories.keys() : [entry.key ?? DEFAULT_KEY]) {
      const { memory } = watch(memories.get(key) ?? FIRST_MEMORY, [observedOf(entry)], PLAIN);
      const known = memory.keys[key];
      if (known === undefined) continue;
      memories.set(key, lean(memory, key, known, usesLeases));
      looks += usesLeases ? known.leases.length : 0;
      const items = lasting(memory);
      const since = open.get(key) ?? new Map<string, number>();
      if (items.length === 0 && since.size === 0) continue;
      const now = new Set(items.map((item) => item.slice(key.length + 1)));
      for (const [client, from] of since) {
        if (now.has(client)) continue;
        ended.push({ key, client, from, to: entry.seq });
        since.delete(client);
      }
      for (const client of now) if (!since.has(client)) since.set(client, entry.seq);
      open.set(key, since);
    }
    if (looks > MOST_LOOKS) return null;
  }
  const still = [...open].flatMap(([key, clients]) =>
    [...clients].map(([client, from]) => ({ key, client, from, to: Infinity })),
  );
  return [...ended, ...still].toSorted((a, b) => a.from - b.from);
}

/** A memory without what this does not ask about: long logs have many clients, and many leases for those who wait. */
function lean(memory: Memory, name: string, key: KeyMemory, usesLeases: boolean): Memory {
  const kept: KeyMemory = { ...key, grantedTo: NOBODY, leases: usesLeases ? key.leases : NO_LEASES };
  return { ...memory, keys: { [name]: kept } };
}

const NOBODY: readonly string[] = [];
const NO_LEASES: KeyMemory['leases'] = [];

/** An entry as a monitor sees it, without what travels with messages: which lease a write relies on is left to the verdict. */
function observedOf(entry: Entry): Parameters<typeof watch>[1][number] {
  return {
    ev: entry.ev,
    client: entry.client ?? entry.actor,
    key: entry.key ?? DEFAULT_KEY,
    token: entry.token ?? null,
    lease: null,
    // What lasts goes by entries that tell of an end, and by no promise.
    endsInUs: 0,
    held: entry.held ?? false,
    outcome: entry.outcome ?? '',
    record: '',
    base: null,
    unit: '',
    resumes: 0,
  };
}
