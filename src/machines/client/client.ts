import type { Component } from '../../engine/component.ts';
import { leaseManagerModule, type LeaseRenewal } from './modules/lease-manager.ts';
import { clientProcess } from './process.ts';
import { PLAIN_POLICIES, type AcquirePolicy, type Instruction } from './script.ts';

/** What is fixed for one client of a lease manager. */
export interface ClientOptions {
  readonly id: string;
  readonly lockService: string;
  /** When it runs its first instruction, after the start of the run. */
  readonly startUs: number;
  readonly script: readonly Instruction[];
  readonly acquire: AcquirePolicy;
  readonly renewal: LeaseRenewal;
}

/** A process of one worker that locks at a lease manager, otherwise by plain policies. */
export function client(options: ClientOptions): Component {
  const { id, lockService, startUs, script, acquire, renewal } = options;
  return clientProcess({
    id,
    module: leaseManagerModule({ server: lockService, renewal }),
    workers: [{ id, startUs, script, policies: { ...PLAIN_POLICIES, acquire } }],
  });
}
