import { ends, notOffered, type LockModule } from './lock-module.ts';

/**
 * What stands where no lock was configured: it grants whatever is asked for and asks nobody, so that its
 * caller believes to hold what nobody has given it.
 */
export const nullLocker: LockModule = {
  initial: {},
  begin(memory, { call }) {
    switch (call.op) {
      case 'acquire':
        return ends(memory, { kind: 'granted', token: null });
      case 'release':
        return ends(memory, { kind: 'done', value: 1 });
      default:
        return notOffered(memory);
    }
  },
  go: (memory) => notOffered(memory),
  background: () => null,
};
