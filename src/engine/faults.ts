import type { MachineEvent } from './component.ts';
import type { Micros } from './time.ts';

/**
 * Faults are data. Timed faults strike a component at an instant of true time; message faults are named
 * after the message they strike, so that they stay with it when other times change.
 */
export type TimedFault =
  | { readonly kind: 'pause'; readonly node: string; readonly at: Micros; readonly forUs?: Micros }
  | { readonly kind: 'resume'; readonly node: string; readonly at: Micros }
  | { readonly kind: 'crash'; readonly node: string; readonly at: Micros }
  | { readonly kind: 'restart'; readonly node: string; readonly at: Micros; readonly data: 'kept' | 'lost' }
  /** Its clock is set ahead (or back) by `byUs`, and from then on runs at `ratePpm` of true speed. */
  | {
      readonly kind: 'clock';
      readonly node: string;
      readonly at: Micros;
      readonly byUs?: Micros;
      readonly ratePpm?: number;
    }
  /** It answers every message with an error, while its clock and its deadlines run on. */
  | { readonly kind: 'refuse'; readonly node: string; readonly at: Micros; readonly forUs?: Micros }
  /** It looks at what comes to it `byUs` late: messages, timers, its next instruction. */
  | {
      readonly kind: 'slow';
      readonly node: string;
      readonly at: Micros;
      readonly byUs: Micros;
      readonly forUs?: Micros;
    }
  /** A fault that this component alone knows: its machine is handed an event, and another when it ends. */
  | {
      readonly kind: 'own';
      readonly node: string;
      readonly at: Micros;
      readonly name: string;
      readonly strikes: MachineEvent;
      readonly ends?: MachineEvent;
      readonly forUs?: Micros;
    }
  | {
      readonly kind: 'partition';
      readonly between: readonly [string, string];
      readonly at: Micros;
      /** Only what the first of them sends is cut off. */
      readonly oneWay?: boolean;
      /** Who sends is told by an error; else what is sent is lost without a word. */
      readonly told?: boolean;
      readonly forUs?: Micros;
    };

/** What strikes one message, by its stable name. */
export type MessageFault =
  | { readonly kind: 'delay'; readonly message: string; readonly byUs: Micros }
  /** It never arrives; `told`: its sender gets an error in its place. */
  | { readonly kind: 'lose'; readonly message: string; readonly told?: boolean }
  /** A second copy arrives so much after the first. */
  | { readonly kind: 'duplicate'; readonly message: string; readonly byUs: Micros }
  /** It takes effect, and what is answered at once is lost; `told`: an error comes in its place. */
  | { readonly kind: 'lose-answer'; readonly message: string; readonly told?: boolean };

/** How many faults of each kind may still be chosen; ordinary playback has none to choose. */
export interface FaultBudget {
  /** Pauses of a client, of any length. */
  readonly pause: number;
  readonly crash: number;
  readonly lose: number;
  /** Messages that are passed over by a later event. */
  readonly late: number;
  /** Messages that arrive twice; none where it is left out. */
  readonly duplicate?: number;
}

/** No fault may be chosen. */
export const NO_FAULTS: FaultBudget = { pause: 0, crash: 0, lose: 0, late: 0 };
