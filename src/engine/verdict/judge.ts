import type { Micros } from '../time.ts';
import { ZERO } from '../time.ts';
import type { Entry, Trace } from '../trace.ts';
import { Causes } from './causes.ts';
import type { Draft } from './draft.ts';
import { DuplicateWork } from './duplicate-work.ts';
import { FalseLoss } from './false-loss.ts';
import { LeakedLease } from './leaked-lease.ts';
import { Ledger } from './ledger.ts';
import type { Change } from './records.ts';
import { LostUpdate } from './lost-update.ts';
import { outcomeOf } from './outcome.ts';
import { overlappingBeliefs } from './overlapping-beliefs.ts';
import { overlappingLeases } from './overlapping-leases.ts';
import { rightfulWriteRejected } from './rightful-write-rejected.ts';
import { staleWriteAccepted } from './stale-write-accepted.ts';
import { staleWriteRejected } from './stale-write-rejected.ts';
import { starvation } from './starvation.ts';
import { TokenRegression } from './token-regression.ts';
import {
  FINDING_KINDS,
  type Finding,
  type FindingKind,
  type NotRecorded,
  type TraceOrigin,
  type Verdict,
} from './types.ts';
import { WriteStandings, type WriteStanding } from './write-standing.ts';
import { wrongRelease } from './wrong-release.ts';

/** How a trace came to be, and until when it was watched. */
export interface JudgeOptions {
  readonly origin: TraceOrigin;
  /** Until when a simulation ran; absent: until its last entry. */
  readonly horizon?: Micros;
}

/** A verdict, and how each write stood: what a replay against other stores needs. */
export interface Judged {
  readonly verdict: Verdict;
  readonly writes: readonly WriteStanding[];
}

/** The verdict on a whole trace. Never throws on a trace whose `seq` count from 0 in order. */
export function judge(trace: Trace, options: JudgeOptions): Verdict {
  return judgeWithWrites(trace, options).verdict;
}

/** As `judge`, with the standing of every write. */
export function judgeWithWrites(trace: Trace, options: JudgeOptions): Judged {
  const fold = new VerdictFold(options.origin);
  for (const entry of trace) fold.step(entry);
  return fold.end(options.horizon);
}

/**
 * The verdict as a fold: entries are handed in one by one in their order, `seq` counting from 0, and may be
 * made while they are judged. It keeps the entries it was given until the end.
 */
export class VerdictFold {
  private readonly origin: TraceOrigin;
  private readonly ledger = new Ledger();
  private readonly drafts: Draft[] = [];
  private readonly tokens = new TokenRegression();
  private readonly updates = new LostUpdate();
  private readonly leaks = new LeakedLease(this.ledger.entries);
  private readonly losses = new FalseLoss();
  private readonly work = new DuplicateWork();

  constructor(origin: TraceOrigin) {
    this.origin = origin;
  }

  /** Takes in the next entry. */
  step(entry: Entry): void {
    const change = this.ledger.take(entry);
    if (change !== null) this.look(entry, change);
  }

  /** The verdict on what was handed in. `horizon`: until when a simulation ran, if beyond its last entry. */
  end(horizon?: Micros): Judged {
    const { ledger, drafts, origin } = this;
    const endT = Math.max(horizon ?? ZERO, ledger.entries.at(-1)?.t ?? ZERO) as Micros;
    const standings = new WriteStandings();
    const writes = ledger.writes.map((write) => standings.of(write));
    const found: Draft[] = [];
    for (const standing of writes) {
      const draft =
        staleWriteAccepted(standing) ?? staleWriteRejected(standing) ?? rightfulWriteRejected(standing);
      if (draft !== null) found.push(draft);
    }
    const keys = [...ledger.keys.values()];
    const all = [
      ...drafts,
      ...found,
      ...this.leaks.finish(keys, endT, origin),
      ...starvation(keys, endT),
      ...this.losses.finish(),
      ...this.work.finish([...drafts, ...found]),
    ];

    const causes = new Causes(ledger, all.length);
    const findings = all.map((draft) => findingOf(draft, causes)).toSorted(inOrder);
    const notRecorded = origin === 'simulated' ? [] : missing(ledger);
    return {
      writes,
      verdict: {
        outcome: outcomeOf(findings, notRecorded),
        findings,
        liveness: livenessOf(findings),
        notRecorded,
      },
    };
  }

  private look(entry: Entry, change: NonNullable<Change>): void {
    switch (change.kind) {
      case 'granted': {
        const { key, holder, lease } = change;
        this.note(overlappingLeases(entry, key, lease));
        this.note(this.tokens.granted(entry, key, lease));
        this.leaks.granted(entry, lease, holder.client, change.abandoned);
        return;
      }
      case 'renewed':
        if (change.revived) this.note(overlappingLeases(entry, change.key, change.lease));
        this.leaks.renewed(entry, change.key, change.lease);
        return;
      case 'ended':
        this.note(wrongRelease(entry, change.lease, change.passedOn));
        this.leaks.ended(entry, change.lease, change.by, change.passedOn);
        return;
      case 'believed':
        this.note(overlappingBeliefs(entry, change.holder));
        this.leaks.acted(change.holder);
        return;
      case 'disbelieved':
        this.losses.disbelieved(entry, change.holder, change.began);
        this.leaks.disbelieved(entry, change.holder);
        return;
      case 'crashed':
        this.leaks.crashed(entry, change.left);
        return;
      case 'undelivered':
        this.leaks.undelivered(entry, change.lease);
        return;
      case 'written':
        this.note(this.updates.written(change.write));
        this.leaks.acted(change.holder);
        return;
      case 'acted':
        this.leaks.acted(change.holder);
        return;
      case 'unit-done':
        this.work.unitDone(entry, change.holder, change.unit);
        this.leaks.acted(change.holder);
    }
  }

  private note(draft: Draft | null): void {
    if (draft !== null) this.drafts.push(draft);
  }
}

function findingOf(draft: Draft, causes: Causes): Finding {
  const { kind, unreplaced, entry, client, key, facts } = draft;
  return {
    kind,
    ...(unreplaced === undefined ? {} : { unreplaced }),
    t: entry.t,
    client,
    key,
    entry: entry.seq,
    causes: causes.of(draft),
    facts,
  };
}

const RANK: ReadonlyMap<FindingKind, number> = new Map(FINDING_KINDS.map((kind, rank) => [kind, rank]));

function inOrder(a: Finding, b: Finding): number {
  return a.entry - b.entry || (RANK.get(a.kind) ?? 0) - (RANK.get(b.kind) ?? 0);
}

const LIVENESS: readonly FindingKind[] = ['leaked-lease', 'starvation', 'false-loss', 'duplicate-work'];

function livenessOf(findings: readonly Finding[]): readonly FindingKind[] {
  return LIVENESS.filter((kind) => findings.some((finding) => finding.kind === kind));
}

/** What a recorded log cannot show because it lacks the entries for it. */
function missing(ledger: Ledger): readonly NotRecorded[] {
  const lacks: NotRecorded[] = [];
  if (!ledger.sawWait) lacks.push('starvation');
  if (!ledger.sawWork) lacks.push('duplicate-work');
  if (!ledger.sawMargin) lacks.push('false-loss');
  return lacks;
}
