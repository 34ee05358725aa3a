import type * as v from 'valibot';
import type { WorkerOptions } from '../../machines/client/worker/state.ts';
import type { Part } from '../../machines/client/worker/reaction.ts';
import type { OperatorRequests } from '../services/operators/operator.ts';
import type { ActDocument } from './acts.ts';
import type { ActSetting } from './check-act.ts';
import type { SchemaByOp } from '../documents/common-instructions.ts';
import type { InstructionDocument } from './instructions.ts';
import type { RarePolicies, rarePolicies } from './policies.ts';

/** What extras look at of a client. */
export interface ExtrasDocument {
  readonly policies: RarePolicies;
  readonly script: readonly InstructionDocument[];
}

/**
 * What a document may ask of its clients beyond what the first one needs. It comes with all-services.ts in
 * services/, which whoever opens another document loads.
 */
export interface ClientExtras {
  /** Every instruction that there is. */
  readonly instruction: SchemaByOp<InstructionDocument>;
  /** Fields of a client's policies. */
  readonly policies: typeof rarePolicies;
  /** What workers can do with them. */
  readonly parts: readonly Part[];
  /** What clients are made to do beside their scripts, as a fault of the document. */
  readonly act: v.GenericSchema<unknown, ActDocument>;
  /** What is wrong with an act, by its field. */
  checkAct(setting: ActSetting, act: ActDocument, tell: (field: string, what: string) => void): void;
  /** A worker with everything that its document asks for; `plain` is what it has without extras. */
  worker(
    plain: Omit<WorkerOptions, 'script'>,
    document: ExtrasDocument,
    setting: ScriptSetting,
    acts: readonly ActDocument[],
  ): WorkerOptions;
  /** What is wrong between a client's fields, or between them and the rest of the document. */
  check(document: ExtrasDocument, setting: ExtrasSetting, tell: (where: string, what: string) => void): void;
}

/** What a script is run in. */
export interface ScriptSetting {
  /** The store that an instruction means which names none. */
  readonly store: string;
  /** The kind of the lock service, its nodes, and what may be asked of them by hand. */
  readonly service: string;
  readonly nodes: readonly string[];
  readonly operator: OperatorRequests | undefined;
}

/** What a client's fields must fit. */
export interface ExtrasSetting extends ScriptSetting {
  /** The kind of its lock module, and what that offers. */
  readonly lock: string;
  readonly operations: readonly string[];
  readonly contexts: readonly string[];
}

let known: ClientExtras | null = null;

/** Makes the extras known. */
export function provideClientExtras(extras: ClientExtras): void {
  known = extras;
}

/** The extras; null before they are loaded. */
export function clientExtras(): ClientExtras | null {
  return known;
}
