/** Words of the figures of a run. */
export const figuresText = {
  note: 'What a lock library counts of itself, over the whole run.',
  figure: 'Figure',
  rows: {
    waitingUs: [
      'Waiting',
      'From when it began to wait for a key until it believed to hold it, gave up or crashed',
    ],
    holdingUs: ['Holding', 'For how long it believed to hold a key, right or wrong'],
    failedAcquires: ['Failed acquires', 'Acquires that ended without the key'],
    renewals: ['Renewals', 'Requests that extended a lease'],
    failedRenewals: ['Failed renewals', 'Requests for more time that were refused, lost, or came to nothing'],
    staleWritesStopped: ['Stale writes stopped', 'Writes after the end of its lease that a store refused'],
    staleWritesAccepted: ['Stale writes accepted', 'Writes after the end of its lease that a store took'],
  },
} as const;
