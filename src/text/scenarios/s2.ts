import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the epoch lease, in English. */
export const s2: ScenarioTexts = {
  'stalled-leader': {
    name: 'A leader that stalled',
    sentence:
      'A leads by an epoch lease and stalls; B leads with epoch 2; the sink asks for the latest epoch and refuses what A writes late.',
    tryNext:
      'Compare the fenced store: it learns of epoch 2 only when B writes, and takes the write of A before that.',
    parameters: {},
  },
  'sink-knows-one-key': {
    name: 'One fixed key for every lease',
    sentence:
      'The sink compares every write with the epoch of orders, whatever key the writer holds: B with epoch 3 of refunds passes while orders is at 1, and is refused while it is at 5.',
    tryNext:
      'Both runs are wrong in their way: the first lets in a client that holds another key, the second refuses a holder. A fence belongs to the key that the write relies on.',
    parameters: {},
    configurations: { 'orders-at-1': 'Orders at epoch 1', 'orders-at-5': 'Orders at epoch 5' },
  },
  'epoch-nobody-granted': {
    name: 'An epoch that nobody granted',
    sentence:
      'M writes without a grant: with no epoch before anybody was granted the key, and with the invented epoch 99 later. The sink only refuses what is lower.',
    tryNext: 'Compare the authoritative store: it asks for the live lease and its very epoch.',
    parameters: {},
    configurations: { 'zero-lease': 'No epoch, before any grant', 'invented-epoch': 'Invented epoch 99' },
  },
  'expired-never-replaced': {
    name: 'Expired, but never replaced',
    sentence:
      'A writes a thousand seconds after it was granted the lease for ten; nobody else came, so the latest epoch is still its own.',
    tryNext:
      'Nothing was overwritten here, yet nobody may rely on it. Compare the authoritative store, which looks at the end of the lease.',
    parameters: { wait: 'A waits before it writes' },
  },
  'elector-without-ttl': {
    name: 'An elector without a TTL',
    sentence: 'With a TTL of zero every lease is over as it is granted: A and B both lead in the same tick.',
    tryNext: 'Give the TTL a few seconds: B is refused, and one of them leads.',
    parameters: {},
  },
  'leads-again-unnoticed': {
    name: 'Leading again, unnoticed',
    sentence:
      'A leads, its lease ends between two ticks, and the next tick makes it leader again with epoch 2; the elector tells nobody of the break. A write with the lease that A kept is fenced.',
    tryNext: 'Shorten the time to the next tick below the TTL: then the tick renews, and epoch 1 stays good.',
    parameters: { tick: 'Next tick after' },
  },
  'no-release': {
    name: 'No way to hand over',
    sentence:
      'The epoch lease has no release: when the process of A ends, its successor waits until the whole TTL has passed.',
    tryNext: 'Change the TTL: the wait of B follows it.',
    parameters: {},
  },
  'renewal-after-takeover': {
    name: 'A renewal after the takeover',
    sentence:
      'A is paused past its lease and B leads; the renewal of A is refused, for owner and epoch no longer match, and A finds B leading.',
    tryNext: 'Shorten the pause until A renews in time.',
    parameters: {},
  },
  'acquired-twice-by-one-owner': {
    name: 'Acquired twice by one owner',
    sentence:
      'A acquires again while it leads: the same owner may, and the epoch rises to 2. The first copy of the lease is dead from then on: with epoch 1 A can neither renew nor write.',
    tryNext: 'Compare the naive store: it takes the write of the first copy after that of the second.',
    parameters: {},
  },
  'read-the-epoch-then-write': {
    name: 'Read the epoch, then write',
    sentence:
      'The sink reads the epoch, finds A in the lead, and applies the write three seconds later; meanwhile the lease of A has ended and B leads with epoch 2. The check was right when it was made.',
    tryNext:
      'Shorten the time between check and write until the write lands before the lease ends. In one step there is no such time.',
    parameters: { gap: 'From check to write' },
    configurations: { 'two-steps': 'Check, then write', 'one-step': 'One step' },
  },
};
