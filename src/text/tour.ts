/** What a first visit shows, in order: a scenario each, at last the dispatch comparison, and the one sentence that it teaches. */
export const tourText = {
  heading: 'First visit',
  place: (step: number, of: number) => `${String(step)} of ${String(of)}`,
  next: 'Next',
  previous: 'Previous',
  start: 'Start the first visit',
  steps: [
    {
      scenario: 'paused-holder',
      lesson:
        'A lease ends at the server, not in the mind of its client. Only the store can refuse the late write.',
    },
    {
      scenario: 'write-before-new-holder',
      lesson: 'A fence that learns from writes protects nobody until the new holder has written.',
    },
    {
      scenario: 'delete-in-two-commands',
      lesson: 'Delete only what is provably yours, and do it in one step.',
    },
    {
      scenario: 'watchdog-only-reentrant',
      lesson: 'A watchdog covers slow work. It does not cover a process that stands still.',
    },
    {
      scenario: 'token-gone-with-its-key',
      lesson: 'Consensus protects the record. A token has to outlive the lease that it came with.',
    },
    {
      scenario: 'token-after-the-lock',
      lesson: 'A token that is issued apart from the lock can favour the zombie.',
    },
    {
      scenario: 'second-update-dropped',
      lesson: 'A fence that is too strict refuses its own holder.',
    },
    {
      scenario: 'dispatch',
      lesson: 'A fence turns duplicates into refusals, and the price is the time that a takeover needs.',
    },
  ],
} as const;
