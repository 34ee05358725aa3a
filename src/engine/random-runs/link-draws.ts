import type { MessageFault } from '../faults.ts';
import type { LinkLatency } from '../model.ts';
import { hashNumber, hashStart, hashText, randomOf } from '../random.ts';
import { messageName } from '../world.ts';
import { NotFast } from './not-fast.ts';

/** A message that its link loses. */
export const LOST = -1;

/** More messages than a link ever carries in a run. */
const MESSAGES = 2 ** 24;

/**
 * How long each message of a run takes: the latency of its link and the jitter drawn for its name, or that it is lost.
 * The numbers are those of `randomFor`; what the messages of a link have in common is hashed once a run.
 */
export class LinkDraws {
  /** By link, the number of the sender times the number of components, plus that of the receiver. */
  private readonly baseUs: number[] = [];
  private readonly jitterUs: number[] = [];
  private readonly loss: number[] = [];
  private readonly names: string[] = [];
  private readonly sent: number[] = [];
  private readonly hashes: number[] = [];
  private readonly tenHashes: number[] = [];
  private readonly lossHashes: number[] = [];
  /** Faults of single messages, by link and number: so much later, or LOST. */
  private readonly faults = new Map<number, number>();
  private readonly linkOf: ReadonlyMap<string, number>;
  private seed = 0;

  /** Components by their ids. */
  constructor(ids: readonly string[]) {
    const linkOf = new Map<string, number>();
    this.linkOf = linkOf;
    for (const from of ids) {
      for (const to of ids) {
        linkOf.set(`${from}>${to}`, this.names.length);
        this.names.push(messageName(from, to, 1).slice(0, -1));
        this.baseUs.push(0);
        this.jitterUs.push(0);
        this.loss.push(0);
        this.sent.push(0);
        this.hashes.push(0);
        this.tenHashes.push(0);
        this.lossHashes.push(0);
      }
    }
  }

  /** Sets how a link treats messages, from the next one on. */
  set(link: number, { baseUs, jitterUs, loss = 0 }: LinkLatency): void {
    this.baseUs[link] = baseUs;
    this.jitterUs[link] = jitterUs;
    this.loss[link] = loss;
  }

  /** Starts a run; what strikes its messages by their names is lateness and loss. */
  begin(seed: number, faults: readonly MessageFault[]): void {
    this.seed = seed;
    if (this.faults.size > 0) this.faults.clear();
    for (const fault of faults) this.strike(fault);
    const { sent } = this;
    for (let link = 0; link < sent.length; link += 1) sent[link] = 0;
  }

  /** The time that the next message over a link takes, in microseconds; LOST: for ever. */
  next(link: number): number {
    const number = (this.sent[link] ?? 0) + 1;
    this.sent[link] = number;
    const loss = this.loss[link] ?? 0;
    if (number === 1) this.start(link);
    // Numbers come in their order: all but the last digit is hashed once in ten.
    else if (number % 10 === 0) this.tenHashes[link] = hashNumber(this.hashes[link] ?? 0, number / 10);
    const laterUs = this.faults.size === 0 ? 0 : (this.faults.get(link * MESSAGES + number) ?? 0);
    if (laterUs === LOST) return LOST;
    if (loss > 0 && randomOf(hashNumber(this.lossHashes[link] ?? 0, number)) < loss) return LOST;
    const base = this.baseUs[link] ?? 0;
    const jitter = this.jitterUs[link] ?? 0;
    if (jitter === 0) return base + laterUs;
    return base + laterUs + Math.floor(randomOf(this.hashOf(link, number)) * (jitter + 1));
  }

  /** The hash of a message's whole name. */
  private hashOf(link: number, number: number): number {
    if (number < 10) return hashNumber(this.hashes[link] ?? 0, number);
    return hashNumber(this.tenHashes[link] ?? 0, number % 10);
  }

  private strike(fault: MessageFault): void {
    const { kind, message } = fault;
    const isTold = kind === 'lose' && fault.told === true;
    if ((kind !== 'delay' && kind !== 'lose') || isTold) throw new NotFast(`fault "${kind}" of a message`);
    const mark = message.lastIndexOf('#');
    const link = this.linkOf.get(message.slice(0, mark));
    if (link === undefined) return;
    const key = link * MESSAGES + Number(message.slice(mark + 1));
    const before = this.faults.get(key) ?? 0;
    this.faults.set(key, kind === 'lose' || before === LOST ? LOST : before + fault.byUs);
  }

  private start(link: number): void {
    const hash = hashStart(this.seed);
    const name = this.names[link] ?? '';
    if ((this.jitterUs[link] ?? 0) > 0) this.hashes[link] = hashText(hash, name);
    if ((this.loss[link] ?? 0) > 0) this.lossHashes[link] = hashText(hash, `lose ${name}`);
  }
}
