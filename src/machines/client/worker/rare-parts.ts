import type { Part } from './reaction.ts';
import { refusedWrites } from './refused-writes.ts';
import { requestTimeouts } from './request-timeouts.ts';

/** What workers can do that few scenarios ask for. Whoever uses it goes first. */
export const RARE_PARTS: readonly Part[] = [requestTimeouts, refusedWrites];
