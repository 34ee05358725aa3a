import type { LinkLatency } from '../model.ts';
import { randomFor } from '../random.ts';
import { messageName } from '../world.ts';

/** How long each message of a run takes: the latency of its link and the jitter drawn for its name. */
export class LinkJitter {
  private readonly ids: readonly string[];
  private readonly latencies: readonly (readonly LinkLatency[])[];
  private readonly sent: Int32Array;
  private seed = 0;

  /** Latencies by sender, then by receiver, in the order of the ids. */
  constructor(ids: readonly string[], latencies: readonly (readonly LinkLatency[])[]) {
    this.ids = ids;
    this.latencies = latencies;
    this.sent = new Int32Array(ids.length * ids.length);
  }

  /** Starts a run. */
  begin(seed: number): void {
    this.seed = seed;
    this.sent.fill(0);
  }

  /** The time that the next message from one component to another takes, in microseconds. */
  next(from: number, to: number): number {
    const link = from * this.ids.length + to;
    const number = (this.sent[link] ?? 0) + 1;
    this.sent[link] = number;
    const latency = this.latencies[from]?.[to];
    if (latency === undefined) return 0;
    const { baseUs, jitterUs } = latency;
    if (jitterUs === 0) return baseUs;
    const name = messageName(this.ids[from] ?? '', this.ids[to] ?? '', number);
    return baseUs + Math.floor(randomFor(this.seed, name) * (jitterUs + 1));
  }
}
