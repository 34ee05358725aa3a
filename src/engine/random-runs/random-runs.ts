import type { MachineEvent } from '../component.ts';
import type { MessageFault, TimedFault } from '../faults.ts';
import type { Model } from '../model.ts';
import { isLookedAt } from '../offers.ts';
import type { Found } from './fold/found.ts';
import { LinkDraws } from './link-draws.ts';
import { Programs, STATUSES } from './programs.ts';
import { NotFast } from './not-fast.ts';
import { RunPlayer } from './run-player.ts';
import { PENDING_KINDS } from '../world.ts';

/** What one random run came to. */
export interface RandomRun {
  /** Kinds of finding, as bits; see fold/found.ts. */
  readonly found: Found;
  /** Events that happened. */
  readonly events: number;
  /** Entries that its trace has. */
  readonly entries: number;
  /** How long the key stood with a holder that had stopped, in microseconds, by takeover; good until the next run. */
  readonly takeovers: readonly number[];
}

/**
 * Many runs of one model by ordinary choices, each with its own seed and faults: what happens to machines
 * is remembered from `apply` (see programs.ts), only times are worked out anew. The result of each run is
 * that of playing and judging it; the tests compare the two. What it cannot do, such as clocks that are not
 * true, is a NotFast, thrown here or by the run that meets it.
 */
export class RandomRuns {
  private readonly programs: Programs;
  private readonly player: RunPlayer;
  private readonly links: LinkDraws;
  private readonly ids: readonly string[];
  /** What strikes, by event and component. */
  private readonly strikes = new WeakMap<MachineEvent, Map<string, number>>();

  constructor(model: Model) {
    this.programs = new Programs(model);
    this.ids = model.components.map(({ id }) => id);
    this.links = new LinkDraws(this.ids);
    this.setLinks((from, to) => model.latency(from, to));
    this.player = new RunPlayer(this.programs, this.links, model.horizon, LOOKS);
  }

  /** Sets how links treat messages in the runs to come. */
  setLinks(latency: Model['latency']): void {
    const { ids, links } = this;
    ids.forEach((from, sender) =>
      ids.forEach((to, receiver) => {
        const link = latency(from, to);
        if ((link.duplicate ?? 0) > 0 || link.keepsOrder === true)
          throw new NotFast('links that double or order messages');
        links.set(sender * ids.length + receiver, link);
      }),
    );
  }

  /** One run, with these faults and not the model's: timed ones in their order, and messages that are late or lost. */
  run(seed: number, timed: readonly TimedFault[], ofMessages: readonly MessageFault[] = []): RandomRun {
    const { player } = this;
    player.begin(seed, ofMessages);
    for (const fault of timed) this.place(fault);
    const found = player.play();
    return { found, events: player.events, entries: player.entries, takeovers: player.takeovers };
  }

  /** How much has been worked out so far. */
  get size() {
    return this.programs.size;
  }

  private place(fault: TimedFault): void {
    switch (fault.kind) {
      case 'pause':
        this.strike(fault.node, fault.at, PAUSE);
        if (fault.forUs !== undefined) this.strike(fault.node, fault.at + fault.forUs, RESUME);
        return;
      case 'resume':
        this.strike(fault.node, fault.at, RESUME);
        return;
      case 'crash':
        this.strike(fault.node, fault.at, CRASH);
        return;
      case 'restart':
        this.strike(fault.node, fault.at, fault.data === 'kept' ? RESTART : RESTART_EMPTY);
        return;
      case 'own': {
        const { node, at, name, strikes, ends, forUs } = fault;
        const phase = ends === undefined ? {} : { phase: 'start' };
        this.strike(node, at, { type: 'own', name, event: strikes, ...phase });
        if (ends !== undefined && forUs !== undefined)
          this.strike(node, at + forUs, { type: 'own', name, event: ends, phase: 'end' });
        return;
      }
      default:
        throw new NotFast(`fault "${fault.kind}"`);
    }
  }

  private strike(node: string, at: number, event: MachineEvent): void {
    let known = this.strikes.get(event);
    if (known === undefined) this.strikes.set(event, (known = new Map()));
    let what = known.get(node);
    if (what === undefined) {
      what = this.programs.what({ place: this.programs.placeOf(node), kind: 'fault', id: 'fault', event });
      known.set(node, what);
    }
    this.player.strike(at, what);
  }
}

const PAUSE: MachineEvent = { type: 'pause' };
const RESUME: MachineEvent = { type: 'resume' };
const CRASH: MachineEvent = { type: 'crash' };
const RESTART: MachineEvent = { type: 'restart', data: 'kept' };
const RESTART_EMPTY: MachineEvent = { type: 'restart', data: 'lost' };

/** By status and kind, whether a component looks at what is due. */
const LOOKS: readonly (readonly boolean[])[] = STATUSES.map((status) =>
  PENDING_KINDS.map((kind) => isLookedAt(kind, status)),
);
