import { useSyncExternalStore } from 'react';
import { exploreInWorker } from '../worker/explore-in-worker.ts';
import { ProofDesk } from './proof-desk.ts';

/** The desk of this page: as many explorations at once as the machine has cores. Its answers stay as long as the tab. */
export const desk = new ProofDesk(exploreInWorker, Math.max(1, navigator.hardwareConcurrency));

/** The desk, for a component that is drawn again whenever anything is new there. */
export function useDesk(): ProofDesk {
  useSyncExternalStore(desk.subscribe, desk.version);
  return desk;
}
