import '../services/all-services.ts';
import renewBeforeExpiry from './renew-before-expiry.json';
import renewAfterExpiry from './renew-after-expiry.json';
import manyAcquirers from './many-acquirers.json';
import releaseAfterExpiry from './release-after-expiry.json';
import zeroTtlGrants from './zero-ttl-grants.json';
import clockStepsBack from './clock-steps-back.json';
import writeBeforeNewHolder from './write-before-new-holder.json';
import tokenOutOfThinAir from './token-out-of-thin-air.json';
import managerRestartsEmpty from './manager-restarts-empty.json';
import renewWithZero from './renew-with-zero.json';
import ownWriteOvertaken from './own-write-overtaken.json';
import holderRestarts from './holder-restarts.json';
import lateRelease from './late-release.json';
import stalledLeader from './stalled-leader.json';
import tokenGoneWithItsKey from './token-gone-with-its-key.json';
import flagOutlivesLease from './flag-outlives-lease.json';
import deleteInTwoCommands from './delete-in-two-commands.json';
import tokenAfterTheLock from './token-after-the-lock.json';
import watchdogOnlyReentrant from './watchdog-only-reentrant.json';
import type { Scenario } from '../scenario.ts';
import { FIRST, readBuiltin } from './first.ts';

/** The documents that follow the first, in the order of the list. */
const DOCUMENTS: readonly unknown[] = [
  renewBeforeExpiry,
  renewAfterExpiry,
  manyAcquirers,
  releaseAfterExpiry,
  zeroTtlGrants,
  clockStepsBack,
  writeBeforeNewHolder,
  tokenOutOfThinAir,
  managerRestartsEmpty,
  renewWithZero,
  ownWriteOvertaken,
  holderRestarts,
  lateRelease,
  stalledLeader,
  tokenGoneWithItsKey,
  flagOutlivesLease,
  watchdogOnlyReentrant,
  tokenAfterTheLock,
  deleteInTwoCommands,
];

/** The built-in scenarios, in the order of the list. Each is read by the same schema as anybody's file. */
export const BUILTIN: readonly Scenario[] = [FIRST, ...DOCUMENTS.map(readBuiltin)];

/** A built-in scenario by its id; undefined if there is none. */
export function builtin(id: string): Scenario | undefined {
  return BUILTIN.find((scenario) => scenario.id === id);
}
