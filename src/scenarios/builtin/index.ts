import pausedHolder from './paused-holder.json' with { type: 'json' };
import renewBeforeExpiry from './renew-before-expiry.json' with { type: 'json' };
import renewAfterExpiry from './renew-after-expiry.json' with { type: 'json' };
import manyAcquirers from './many-acquirers.json' with { type: 'json' };
import releaseAfterExpiry from './release-after-expiry.json' with { type: 'json' };
import zeroTtlGrants from './zero-ttl-grants.json' with { type: 'json' };
import clockStepsBack from './clock-steps-back.json' with { type: 'json' };
import writeBeforeNewHolder from './write-before-new-holder.json' with { type: 'json' };
import tokenOutOfThinAir from './token-out-of-thin-air.json' with { type: 'json' };
import managerRestartsEmpty from './manager-restarts-empty.json' with { type: 'json' };
import renewWithZero from './renew-with-zero.json' with { type: 'json' };
import ownWriteOvertaken from './own-write-overtaken.json' with { type: 'json' };
import holderRestarts from './holder-restarts.json' with { type: 'json' };
import lateRelease from './late-release.json' with { type: 'json' };
import stalledLeader from './stalled-leader.json' with { type: 'json' };
import tokenGoneWithItsKey from './token-gone-with-its-key.json' with { type: 'json' };
import flagOutlivesLease from './flag-outlives-lease.json' with { type: 'json' };
import deleteInTwoCommands from './delete-in-two-commands.json' with { type: 'json' };
import tokenAfterTheLock from './token-after-the-lock.json' with { type: 'json' };
import watchdogOnlyReentrant from './watchdog-only-reentrant.json' with { type: 'json' };
import { BrokenPromise } from '../../engine/assert.ts';
import { readScenario, type Scenario } from '../scenario.ts';

/** The documents that come with the product, in the order of the list. */
const DOCUMENTS: readonly unknown[] = [
  pausedHolder,
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
export const BUILTIN: readonly Scenario[] = DOCUMENTS.map((document) => {
  const read = readScenario(document);
  if (!read.ok) {
    const first = read.problems[0];
    throw new BrokenPromise(`a built-in scenario is not good: ${first?.where ?? ''} ${first?.what ?? ''}`);
  }
  return read.value;
});

/** A built-in scenario by its id; undefined if there is none. */
export function builtin(id: string): Scenario | undefined {
  return BUILTIN.find((scenario) => scenario.id === id);
}
