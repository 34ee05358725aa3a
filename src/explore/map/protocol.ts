import type { Problem } from '../../engine/result.ts';
import type { CellResult } from './cell.ts';
import type { SweepJob } from './sweep.ts';

/** What is said to a worker that plays cells: the job first, then one portion after the other. */
export type ToMapper =
  | { readonly type: 'start'; readonly job: SweepJob }
  | { readonly type: 'portion'; readonly cells: readonly number[] };

/** What such a worker says. */
export type FromMapper =
  /** The job was understood; the portions that its cells fall into. */
  | { readonly type: 'ready'; readonly portions: readonly (readonly number[])[] }
  | { readonly type: 'cell'; readonly result: CellResult }
  /** The portion is done. */
  | { readonly type: 'free' }
  | { readonly type: 'problem'; readonly problems: readonly Problem[] }
  | { readonly type: 'failed'; readonly message: string };

/** A worker's side of the talk: handles what is said to it, cell by cell. */
export class Mapper {
  private readonly say: (message: FromMapper) => void;
  private readonly prepare: (job: SweepJob) => PreparedSweep;
  private sweep: Extract<PreparedSweep, { readonly ok: true }>['value'] | null = null;

  constructor(prepare: (job: SweepJob) => PreparedSweep, say: (message: FromMapper) => void) {
    this.prepare = prepare;
    this.say = say;
  }

  handle(message: ToMapper): void {
    if (message.type === 'start') {
      const prepared = this.prepare(message.job);
      if (!prepared.ok) {
        this.say({ type: 'problem', problems: prepared.problems });
        return;
      }
      this.sweep = prepared.value;
      this.say({ type: 'ready', portions: prepared.value.portions() });
      return;
    }
    for (const cell of message.cells) {
      if (this.sweep !== null) this.say({ type: 'cell', result: this.sweep.cell(cell) });
    }
    this.say({ type: 'free' });
  }
}

type PreparedSweep =
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | {
      readonly ok: true;
      readonly value: {
        cell(cell: number): CellResult;
        portions(): readonly (readonly number[])[];
      };
    };
