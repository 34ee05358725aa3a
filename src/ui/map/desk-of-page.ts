import { useSyncExternalStore } from 'react';
import { mapInWorkers } from '../worker/map-in-workers.ts';
import { MapDesk } from './map-desk.ts';

/** The desk of this page, with a worker for each core. Its maps stay as long as the tab. */
export const desk = new MapDesk(
  (job, known, onCell) => mapInWorkers(job, navigator.hardwareConcurrency, onCell, known),
  () => performance.now(),
);

/** The desk, for a component that is drawn again whenever anything is new there. */
export function useDesk(): MapDesk {
  useSyncExternalStore(desk.subscribe, desk.version);
  return desk;
}
