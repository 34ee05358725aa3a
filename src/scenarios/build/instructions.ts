import { fromMs } from '../../engine/time.ts';
import type { Instruction } from '../../machines/client/script.ts';
import type { InstructionDocument } from '../client-extras/instructions.ts';

/** Instructions that are one for their worker, too. */
type SingleInstruction = Extract<InstructionDocument, { readonly op: Common }>;
type Common = 'acquire' | 'renew' | 'work' | 'sleep' | 'read' | 'write' | 'release' | 'fence';

/** An instruction of a document as a worker runs it. */
export function instructionOf(step: SingleInstruction, defaultStore: string): Instruction {
  switch (step.op) {
    case 'acquire':
      return {
        op: 'acquire',
        key: step.key,
        ttlUs: fromMs(step.ttl),
        reentrant: step.reentrant,
        ...(step.contextEnded ? { ended: true } : {}),
      };
    case 'renew':
      return { op: 'renew', key: step.key, ttlUs: fromMs(step.ttl) };
    case 'work':
      return { op: 'work', forUs: fromMs(step.for), unit: step.unit ?? null };
    case 'sleep':
      return { op: 'sleep', forUs: fromMs(step.for) };
    case 'read':
      return { op: 'read', store: step.store ?? defaultStore, key: step.key, record: step.record };
    case 'write': {
      const { key, record, value, token, awaits, operation } = step;
      const add = step.add ?? null;
      const store = step.store ?? defaultStore;
      const usual = add === null ? 'write' : 'add';
      const asked = operation === undefined || operation === usual ? {} : { operation };
      return { op: 'write', store, key, record, value, add, ...asked, token, awaits };
    }
    case 'release':
      return { op: 'release', key: step.key, ...(step.contextEnded ? { ended: true } : {}) };
    case 'fence':
      return { op: 'fence', key: step.key };
  }
}
