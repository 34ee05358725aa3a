/** What fencing does not do. */
export const limitsText = {
  heading: 'What fencing does not do',
  paragraphs: [
    'Fencing orders the writes that a store accepts. It does not keep two clients from believing that they hold the lock, and it does not give mutual exclusion.',
    'A store that learns tokens from writes alone cannot stop a zombie that writes before the new holder does. Of the 24 public reports here, 18 have a stale write: such a store stops all of them in 4, a store fenced at takeover in 14, an authoritative one in 15.',
    'A fence also fails when the token goes back, is issued apart from the lock, is not ordered, or is fetched again by the loser.',
  ],
};
