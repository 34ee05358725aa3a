import { fromMs } from '../../../../engine/time.ts';
import type { Instruction } from '../../script.ts';

type Of<Op extends Instruction['op']> = Extract<Instruction, { readonly op: Op }>;

/** Instructions of tests, with what is not named left at its usual. All times are milliseconds. */
export const script = {
  acquire: (key: string, ttlMs: number, more: Partial<Of<'acquire'>> = {}): Instruction => ({
    op: 'acquire',
    key,
    ttlUs: fromMs(ttlMs),
    reentrant: false,
    ...more,
  }),
  release: (key: string): Instruction => ({ op: 'release', key }),
  renew: (key: string, ttlMs: number): Instruction => ({ op: 'renew', key, ttlUs: fromMs(ttlMs) }),
  work: (forMs: number, unit: string | null = null): Instruction => ({
    op: 'work',
    forUs: fromMs(forMs),
    unit,
  }),
  sleep: (forMs: number): Instruction => ({ op: 'sleep', forUs: fromMs(forMs) }),
  read: (record: string, more: Partial<Of<'read'>> = {}): Instruction => ({
    op: 'read',
    store: 'store',
    key: 'lock',
    record,
    ...more,
  }),
  write: (record: string, value: string, more: Partial<Of<'write'>> = {}): Instruction => ({
    op: 'write',
    store: 'store',
    key: 'lock',
    record,
    value,
    add: null,
    token: 'granted',
    awaits: true,
    ...more,
  }),
};
