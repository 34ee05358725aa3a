import { empty } from './empty.ts';
import { nextRing } from '../clock.ts';
import type { MessageFault } from '../faults.ts';
import { ITEM_LIMIT, STEP_LIMIT } from '../play.ts';
import { PENDING_KINDS } from '../world.ts';
import type { Found } from './fold/found.ts';
import { RunFold } from './fold/run-fold.ts';
import type { RunLease } from './fold/run-lease.ts';
import { NO_MARGIN } from './fold/run-state.ts';
import { BY_ITEM, BY_ITEM_SENT, NO_ENTRY } from './fold/trail.ts';
import { LOST, type LinkDraws } from './link-draws.ts';
import {
  ADD_WIDTH,
  AGAIN,
  BUSY,
  CHECKED,
  FALLS,
  HEAD,
  PASSED,
  RINGS,
  STATE_WIDTH,
  STATUSES,
  type FactSlot,
  type Programs,
} from './programs.ts';
import { LeaseTrail } from './lease-trail.ts';
import { IS_BUSY, IS_CARRIER, IS_CHECKED, IS_GONE, IS_STOPPED, RunQueue } from './run-queue.ts';

const DEADLINE = PENDING_KINDS.indexOf('deadline');
const INSTRUCTION = PENDING_KINDS.indexOf('instruction');
const MESSAGE = PENDING_KINDS.indexOf('message');
const FAULT = PENDING_KINDS.indexOf('fault');
const RUNNING = STATUSES.indexOf('running');
const PAUSED = STATUSES.indexOf('paused');
const CRASHED = STATUSES.indexOf('crashed');

/** No item. */
const NONE = -1;

/** Plays runs, one after the other, by programs: what is pending, where machines are, and the fold of the verdict. */
export class RunPlayer {
  events = 0;
  entries = 0;
  private readonly programs: Programs;
  private readonly links: LinkDraws;
  private readonly horizon: number;
  private readonly looks: readonly (readonly boolean[])[];
  private readonly queue = new RunQueue();
  private readonly fold: RunFold;
  private readonly trail: LeaseTrail;
  private readonly states: Int32Array;
  private readonly statuses: Int32Array;
  /** By name, the item that has it; deadlines stay when they have passed. */
  private readonly named: number[] = [];
  /** What is due at a component that does not look at it, and instructions that wait for an earlier one. */
  private readonly held: number[][];
  private readonly blocked: number[][];
  private blockedCount = 0;
  private now = 0;
  /** What is pending, deadlines that have passed included. */
  private pending = 0;
  private lastT = 0;

  constructor(programs: Programs, links: LinkDraws, horizon: number, looks: readonly (readonly boolean[])[]) {
    this.programs = programs;
    this.links = links;
    this.horizon = horizon;
    this.looks = looks;
    this.fold = new RunFold(programs.names);
    this.trail = new LeaseTrail(this.fold, this.queue);
    const { length } = programs.first.states;
    this.states = new Int32Array(length);
    this.statuses = new Int32Array(length);
    this.held = Array.from({ length }, () => []);
    this.blocked = Array.from({ length }, () => []);
  }

  /** Starts a run. */
  begin(seed: number, faults: readonly MessageFault[]): void {
    const { states, statuses, named, held, blocked, programs } = this;
    for (let place = 0; place < states.length; place += 1) {
      states[place] = programs.first.states[place] ?? 0;
      statuses[place] = RUNNING;
      const list = held[place];
      if (list !== undefined) empty(list);
      const other = blocked[place];
      if (other !== undefined) empty(other);
    }
    for (let name = 0; name < named.length; name += 1) named[name] = NONE;
    this.links.begin(seed, faults);
    this.queue.begin();
    this.fold.begin();
    this.blockedCount = 0;
    this.now = 0;
    this.events = 0;
    this.entries = 0;
    this.pending = 0;
    this.lastT = 0;
  }

  /** How long the key stood with a holder that had stopped, in microseconds, for each takeover of the run. */
  get takeovers(): readonly number[] {
    return this.fold.takeovers;
  }

  /** A fault strikes at an instant. */
  strike(at: number, what: number): void {
    const { queue } = this;
    queue.push(queue.make(what, at, 0), FAULT, at);
    this.pending += 1;
  }

  /** Plays the run to its end; gives what was found. */
  play(): Found {
    const { queue, programs, states, statuses, horizon } = this;
    this.carryOut(programs.first.program, NONE);
    let looked = 0;
    for (;;) {
      looked += this.pending;
      // Ordinary playback is cut there as well; nothing is known of what comes after.
      if (this.events >= STEP_LIMIT || looked > ITEM_LIMIT) return this.fold.finish(this.lastT);
      const item = this.nextItem();
      if (item === NONE) break;
      const what = queue.what[item] ?? 0;
      const kind = programs.whats.kind(what);
      this.events += 1;
      this.take(item, what, kind);
      if (kind === MESSAGE && statuses[programs.whats.place(what)] === CRASHED) this.loseAtReceiver(item);
      else this.carryOut(programs.find(what, states), item);
      if (this.blockedCount > 0) this.unblock(programs.whats.place(what));
    }
    return this.fold.finish(Math.max(horizon, this.lastT));
  }

  /** Takes the next item that its component looks at; NONE when the run is over. */
  private nextItem(): number {
    const { queue, programs, statuses, looks } = this;
    for (;;) {
      if (queue.waiting === 0) return NONE;
      const at = queue.nextAt();
      if (at > this.horizon) return NONE;
      const item = queue.pop();
      if (queue.is(item, IS_GONE)) continue;
      const what = queue.what[item] ?? 0;
      const kind = programs.whats.kind(what);
      const place = programs.whats.place(what);
      const status = statuses[place] ?? RUNNING;
      if (status !== RUNNING && looks[status]?.[kind] !== true) {
        this.held[place]?.push(item);
        continue;
      }
      this.now = at;
      if (kind === INSTRUCTION && this.isBlocked(place, item)) {
        this.blocked[place]?.push(item);
        this.blockedCount += 1;
        continue;
      }
      return item;
    }
  }

  /** Of instructions that a pause has made late, the one that was made first goes first. */
  private isBlocked(place: number, item: number): boolean {
    const names = this.programs.instructions[place];
    const { queue, now, named } = this;
    if (names === undefined || names.length < 2 || (queue.due[item] ?? 0) >= now) return false;
    for (const name of names) {
      const other = named[name] ?? NONE;
      if (other !== NONE && other < item && !queue.is(other, IS_GONE) && (queue.due[other] ?? 0) < now)
        return true;
    }
    return false;
  }

  private unblock(place: number): void {
    const { queue, now } = this;
    const list = this.blocked[place]?.splice(0) ?? [];
    this.blockedCount -= list.length;
    for (const item of list) if (!queue.is(item, IS_GONE)) queue.push(item, INSTRUCTION, now);
  }

  /** It happens: it is no longer to come. A deadline that has passed is remembered. */
  private take(item: number, what: number, kind: number): void {
    this.queue.set(item, IS_GONE);
    if (kind === DEADLINE) return;
    this.pending -= 1;
    const name = this.programs.whats.name(what);
    if (name >= 0) this.named[name] = NONE;
  }

  /** A message that reaches a crashed component is lost. */
  private loseAtReceiver(item: number): void {
    this.trail.lose(item, this.entries, this.now);
    this.entries += 1;
    this.lastT = this.now;
  }

  /** Carries out a program. */
  private carryOut(start: number, item: number): void {
    const { code } = this.programs;
    const entries = code[start] ?? 0;
    const grants = code[start + 1] === 1;
    const states = code[start + 3] ?? 0;
    const facts = code[start + 4] ?? 0;
    const removesAndFalls = code[start + 5] ?? 0;
    const adds = code[start + 6] ?? 0;
    const firstSeq = this.entries;
    this.entries = firstSeq + entries;
    if (entries > 0) this.lastT = this.now;
    let at = start + HEAD;
    const afterStates = at + states * STATE_WIDTH;
    const carries = grants || (item >= 0 && this.queue.is(item, IS_CARRIER));
    if (carries) this.tellAll(start, afterStates, facts, item, firstSeq);
    else {
      for (let index = 0; index < facts; index += 1) {
        const slot = this.programs.slots.all[code[afterStates + index] ?? 0];
        if (slot !== undefined) this.tell(slot, item, firstSeq);
      }
    }
    for (; at < afterStates; at += STATE_WIDTH) {
      const place = code[at] ?? 0;
      this.states[place] = code[at + 1] ?? 0;
      const status = code[at + 2] ?? 0;
      if (this.statuses[place] !== status) this.setStatus(place, status);
    }
    at += facts;
    if (removesAndFalls > 0) at = this.forget(at, removesAndFalls);
    for (let index = 0; index < adds; index += 1, at += ADD_WIDTH) this.add(at, item, firstSeq, carries);
  }

  /** Tells the fold all that a step says, following leases on their way to their clients. */
  private tellAll(start: number, slots: number, facts: number, item: number, firstSeq: number): void {
    const { code, trails } = this.programs;
    const trail = trails.all[code[start + 2] ?? 0];
    if (trail === undefined) return;
    const { entries } = trail;
    let next = 0;
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry !== undefined) this.trail.follow(entry, index, item, firstSeq + index, this.now);
      const slot = next < facts ? this.programs.slots.all[code[slots + next] ?? 0] : undefined;
      if (slot?.index !== index) continue;
      next += 1;
      const lease = this.tell(slot, item, firstSeq);
      if (lease !== null) this.trail.granted(index, lease);
    }
  }

  private tell(slot: FactSlot, item: number, firstSeq: number): RunLease | null {
    const { queue, named, now } = this;
    const { fact, sentBy, expiresWith, marginUs, marginFrom, marginTo } = slot;
    let expires = now + slot.expiresUs;
    if (expiresWith >= 0) {
      const deadline = named[expiresWith] ?? NONE;
      expires = deadline === NONE ? Infinity : (queue.due[deadline] ?? 0) + slot.expiresUs;
    }
    let margin = marginUs;
    if (marginUs !== NO_MARGIN && (marginFrom >= 0 || marginTo >= 0)) {
      const from = marginFrom < 0 ? now : this.dueOf(marginFrom);
      const to = marginTo < 0 ? now : this.dueOf(marginTo);
      if (from !== null && to !== null) margin += to - from;
    }
    let sentSeq = -1;
    if (sentBy >= 0) sentSeq = firstSeq + sentBy;
    else if (sentBy !== NO_ENTRY && item >= 0 && (sentBy === BY_ITEM || !queue.is(item, IS_CHECKED)))
      sentSeq = queue.sentSeq[item] ?? -1;
    const sentT = fact.isSent && item >= 0 ? (queue.sentT[item] ?? now) : now;
    return this.fold.take(fact, firstSeq + slot.index, now, expires, margin, sentSeq, sentT);
  }

  private dueOf(name: number): number | null {
    const item = this.named[name] ?? NONE;
    return item === NONE ? null : (this.queue.due[item] ?? 0);
  }

  /** Cancels what a program names, and what a crash on the way makes its component forget. */
  private forget(start: number, removesAndFalls: number): number {
    const { code, forgotten } = this.programs;
    const falls = removesAndFalls % FALLS;
    let at = start;
    for (let left = (removesAndFalls - falls) / FALLS; left > 0; left -= 1, at += 1)
      this.remove(code[at] ?? 0);
    for (let left = falls; left > 0; left -= 1, at += 1) {
      for (const name of forgotten[code[at] ?? 0] ?? []) this.remove(name);
    }
    return at;
  }

  private remove(name: number): void {
    const item = this.named[name] ?? NONE;
    if (item === NONE) return;
    this.queue.set(item, IS_GONE);
    this.named[name] = NONE;
    this.pending -= 1;
  }

  /** Puts what a program asks for; something with the same name is replaced. */
  private add(at: number, item: number, firstSeq: number, carries: boolean): void {
    const { programs, queue, now } = this;
    const { code } = programs;
    const what = code[at] ?? 0;
    const flags = code[at + 2] ?? 0;
    const link = code[at + 3] ?? NONE;
    const span = programs.spansUs[code[at + 1] ?? 0] ?? 0;
    let due = (flags & RINGS) === 0 ? now + span : nextRing(queue.due[item] ?? 0, span, now);
    if (link >= 0) {
      const takesUs = this.links.next(link);
      if (takesUs === LOST) {
        this.loseOnTheWay(code[at + 4] ?? NO_ENTRY, item, carries);
        return;
      }
      due += takesUs;
    }
    const kind = programs.whats.kind(what);
    const isPast = (flags & PASSED) !== 0;
    const made = queue.make(what, due, ((flags & BUSY) === 0 ? 0 : IS_BUSY) | (isPast ? IS_GONE : 0));
    this.pending += 1;
    if (kind === MESSAGE)
      queue.sentT[made] = (flags & AGAIN) === 0 || item < 0 ? now : (queue.sentT[item] ?? now);
    this.setCause(made, at, item, firstSeq, carries);
    const name = programs.whats.name(what);
    if (name >= 0) {
      while (this.named.length <= name) this.named.push(NONE);
      this.remove(name);
      this.named[name] = made;
    }
    if (!isPast) queue.push(made, kind, due);
  }

  /** Notes of an item which entry sent it, and the lease that it brings. */
  private setCause(made: number, at: number, item: number, firstSeq: number, carries: boolean): void {
    const { queue } = this;
    const { code } = this.programs;
    const sender = code[at + 5] ?? NO_ENTRY;
    if (carries) this.trail.put(made, code[at + 4] ?? NO_ENTRY, item);
    if (sender >= 0) {
      queue.sentSeq[made] = firstSeq + sender;
      if (((code[at + 2] ?? 0) & CHECKED) !== 0) queue.set(made, IS_CHECKED);
    } else if (item >= 0 && sender === BY_ITEM) {
      queue.sentSeq[made] = queue.sentSeq[item] ?? -1;
      if (queue.is(item, IS_CHECKED)) queue.set(made, IS_CHECKED);
    } else if (item >= 0 && sender === BY_ITEM_SENT && !queue.is(item, IS_CHECKED)) {
      queue.sentSeq[made] = queue.sentSeq[item] ?? -1;
      queue.set(made, IS_CHECKED);
    }
  }

  private loseOnTheWay(cause: number, item: number, carries: boolean): void {
    if (carries) this.trail.loseSent(cause, item, this.entries, this.now);
    this.entries += 1;
  }

  /** What a change of status does to times; that a crash forgets timers is in the programs. */
  private setStatus(place: number, status: number): void {
    const { now, named, queue, programs } = this;
    this.statuses[place] = status;
    if (status === PAUSED) {
      for (const name of programs.instructions[place] ?? []) {
        const item = named[name] ?? NONE;
        if (item === NONE || !queue.is(item, IS_BUSY) || (queue.due[item] ?? 0) <= now) continue;
        this.stop(place, item);
      }
      return;
    }
    const list = this.held[place];
    if (list === undefined || list.length === 0) return;
    for (const item of list.splice(0)) {
      if (queue.is(item, IS_GONE)) continue;
      if (queue.is(item, IS_STOPPED)) {
        queue.due[item] = now + (queue.leftUs[item] ?? 0);
        queue.unset(item, IS_STOPPED);
      }
      const kind = programs.whats.kind(queue.what[item] ?? 0);
      queue.push(item, kind, Math.max(now, queue.due[item] ?? 0));
    }
  }

  /** A pause stops an instruction half-way: what lies in the row is void, what is left of it waits. */
  private stop(place: number, item: number): void {
    const { queue } = this;
    queue.takeOut(item);
    queue.leftUs[item] = (queue.due[item] ?? 0) - this.now;
    queue.set(item, IS_STOPPED);
    this.held[place]?.push(item);
  }
}
