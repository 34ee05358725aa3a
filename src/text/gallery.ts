import type { Cause } from '../scenarios/causes.ts';

const causes: Readonly<Record<Cause, string>> = {
  pause: 'A paused client',
  'slow-work': 'Work longer than the lease',
  crash: 'A crash',
  partition: 'A cut link',
  'lost-reply': 'A lost reply',
  clock: 'A clock',
  'lost-data': 'A service that lost its data',
  failover: 'A failover',
  renewal: 'How the lease is renewed',
  release: 'How the lock is released',
  'two-steps': 'Two steps instead of one',
  token: 'Where the token comes from',
  fence: 'How the store fences',
  key: 'Which key is locked',
  belief: 'What a client believes',
  'time-out': 'A time-out',
  're-entrancy': 'Re-entrancy',
  'shared-process': 'Workers of one process',
  'service-down': 'A service that is down',
  waiting: 'Who waits, and how long',
  'no-lock': 'No lock at all',
};

/** Words of the list of all scenarios. */
export const galleryText = {
  heading: 'All scenarios',
  close: 'Back to the picture',
  search: 'Search all scenarios',
  shown: (count: number, of: number) =>
    count === of ? `${String(of)} scenarios` : `${String(count)} of ${String(of)} scenarios`,
  none: 'No scenario is like that. Widen the choice.',
  clear: 'Show all',
  system: 'System',
  outcome: 'Outcome',
  finding: 'Finding',
  cause: 'Cause',
  any: 'Any',
  causes,
  groups: 'Groups',
};
