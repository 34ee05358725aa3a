import { empty } from '../empty.ts';
import type { RunLease } from './run-lease.ts';

/** Stands for no token. */
export const NO_TOKEN = -1e15;
/** Stands for a safety margin that nobody declared. */
export const NO_MARGIN = -1e15;

/** One lock key of a random run. What is kept of it begins anew with each run, when it is first met. */
export class KeyState {
  run = -1;
  readonly leases: RunLease[] = [];
  /** The lease on the lock service's record. */
  record: RunLease | null = null;
  readonly holders: HolderState[] = [];
  believers = 0;
  /** Leases whose promise may still count, the newest last. */
  readonly promises: RunLease[] = [];
  highest = NO_TOKEN;
  /** The first entry that showed that the lock did not keep its word. */
  brokenSeq = Infinity;

  begin(run: number): void {
    this.run = run;
    empty(this.leases);
    this.record = null;
    empty(this.holders);
    this.believers = 0;
    empty(this.promises);
    this.highest = NO_TOKEN;
    this.brokenSeq = Infinity;
  }
}

/** One client under all keys. */
export class ClientState {
  run = -1;
  readonly number: number;
  readonly holders: HolderState[] = [];
  /** The entries by which it crashed or was paused, and when; -1: it is not. */
  crashedSeq = -1;
  crashedT = 0;
  pausedSeq = -1;
  pausedT = 0;

  constructor(number: number) {
    this.number = number;
  }

  begin(run: number): void {
    this.run = run;
    empty(this.holders);
    this.crashedSeq = -1;
    this.pausedSeq = -1;
  }
}

/** One client under one key. */
export class HolderState {
  run = -1;
  readonly number: number;
  readonly client: ClientState;
  readonly key: KeyState;
  readonly leases: RunLease[] = [];
  /** The lease by which it was promised the key last. */
  promised: RunLease | null = null;
  believes = false;
  /** Whether the run ever tells what it believes about this key. */
  beliefKnown = false;
  /** The safety margin it last declared. */
  marginUs = NO_MARGIN;
  /** Since which entry it waits, and when; -1: it does not. */
  waitSeq = -1;
  waitT = 0;
  abandoned = false;
  readonly units: number[] = [];
  workedSeq = -1;
  workedT = 0;
  stoppedSeq = -1;
  stoppedT = 0;

  constructor(number: number, key: KeyState, client: ClientState) {
    this.number = number;
    this.key = key;
    this.client = client;
  }

  begin(run: number): void {
    this.run = run;
    empty(this.leases);
    this.promised = null;
    this.believes = false;
    this.beliefKnown = false;
    this.marginUs = NO_MARGIN;
    this.waitSeq = -1;
    this.abandoned = false;
    empty(this.units);
    this.workedSeq = -1;
    this.stoppedSeq = -1;
  }

  /** Its last lease; undefined before the first. */
  get last(): RunLease | undefined {
    return this.leases[this.leases.length - 1];
  }

  /** A lease begins to promise the key, in the place of the promise before. */
  promise(lease: RunLease): void {
    if (this.promised !== null && this.promised !== lease) this.promised.dropped = true;
    this.promised = lease;
    this.key.promises.push(lease);
  }

  stop(seq: number, t: number): void {
    this.stoppedSeq = seq;
    this.stoppedT = t;
  }

  stopWaiting(): void {
    this.abandoned = false;
    this.waitSeq = -1;
  }
}
