import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the lock in Redis, in English. */
export const s5: ScenarioTexts = {
  'delete-in-two-commands': {
    name: 'Delete only what is yours, in one step',
    sentence:
      "P1 reads its own value, is paused past its lease, and then deletes the key, which is P2's by now; P3 gets in beside P2.",
    tryNext: 'Compare one script that compares and deletes: the key of P2 stays.',
    parameters: { pause: 'Pause of P1' },
  },
  'token-after-the-lock': {
    name: 'A token issued apart from the lock',
    sentence:
      'P1 stalls between the lock and INCR; P2 locks and counts 1; P1 wakes and counts 2: the fence now favours the zombie and refuses the holder.',
    tryNext: 'Shorten the pause of P1 until its lease is live when it counts.',
    parameters: { pause: 'Pause of P1' },
  },
  'watchdog-only-reentrant': {
    name: 'A watchdog that was never armed',
    sentence:
      'The watchdog runs only with the re-entrant option on; P1 works longer than its lease, and P2 gets in.',
    tryNext: 'Let the watchdog always run, then pause P1: a stopped process does not renew.',
    parameters: { pause: 'Pause of P1', work: 'Work of P1' },
  },
};
