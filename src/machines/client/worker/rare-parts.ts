import { acts } from './acts.ts';
import { checks } from './checks.ts';
import { contexts } from './contexts.ts';
import { earlyEnds } from './early-ends.ts';
import { expectations } from './expectations.ts';
import { instants } from './instants.ts';
import { lateLosses } from './late-losses.ts';
import { loops } from './loops.ts';
import { operating } from './operating.ts';
import type { Part } from './reaction.ts';
import { refusedWrites } from './refused-writes.ts';
import { requestTimeouts } from './request-timeouts.ts';

/** What workers can do that few scenarios ask for. Each goes before what every worker does. */
export const RARE_PARTS: readonly Part[] = [
  acts,
  lateLosses,
  requestTimeouts,
  refusedWrites,
  checks,
  contexts,
  loops,
  operating,
  instants,
  earlyEnds,
  expectations,
];
