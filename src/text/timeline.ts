/**
 * Words of the timeline. Sentences have their subject first; the small words beside marks have room for two
 * or three words and come shortest last.
 */
export const timelineText = {
  label: 'Timeline',
  units: { s: 's', ms: 'ms', us: 'µs' },
  outcomes: {
    corrupted: 'corrupted',
    refused: 'refused',
    blocked: 'blocked',
    'at-risk': 'at risk',
    fenced: 'fenced',
    safe: 'safe',
    'no-finding': 'no finding',
  },
  outcomeOf: (configuration: string): string => `Outcome, ${lowerFirst(configuration)}`,
  at: (time: string): string => `at ${time}`,
  /** A stretch of time that is drawn short: how long it is. */
  folded: (length: string): string => `… ${length} …`,
  panel: (configuration: string, lanes: number, entries: number): string =>
    `${configuration}: ${count(lanes, 'lane')}, ${count(entries, 'entry', 'entries')}`,
  entriesOf: (configuration: string): string => `Entries of ${lowerFirst(configuration)}`,
  gripsOf: (configuration: string): string => `Handles of ${lowerFirst(configuration)}`,
  selectLane: (lane: string): string => `Select lane ${lane}`,

  believes: 'believes',
  record: 'record',
  leases: 'leases',
  fence: 'fence',

  zombie: 'zombie',
  zombieFor: (duration: string): string => `believes ${duration} past its lease`,
  zombieAgainst: (duration: string, other: string): string =>
    `believes ${duration} past its lease, ${other} was granted the key`,
  /** What the two hatches of a belief mean. */
  hatches: {
    zombie: 'lease over, still believes: a zombie',
    danger: 'and somebody else was granted the key',
  },
  neverGranted: 'believes without a lease',
  paused: 'paused',
  pausedFor: (duration: string): string => `paused ${duration}`,
  crashed: 'crashed',
  lease: (holder: string, token: number | null): string =>
    `${holder}, ${token === null ? 'no token' : `token ${String(token)}`}`,
  leaseShort: (holder: string, token: number | null): string =>
    token === null ? holder : `${holder} ${String(token)}`,
  expired: 'expired',
  ranOut: 'promise ends',
  released: 'released',
  revoked: (by: string | null): string => (by === null ? 'revoked' : `ended by ${by}`),
  stolen: (by: string | null): string => (by === null ? 'taken over' : `taken over by ${by}`),
  forgotten: 'record lost',
  value: (writer: string, value: string | null, token: number | null): string => {
    if (value !== null) return `${writer}: ${value}`;
    return token === null ? writer : `${writer}, token ${String(token)}`;
  },
  deleted: 'deleted',
  unwritten: 'not written yet',
  initial: (record: string, value: string): string => `${record} = ${value}`,
  fenceAt: (fence: number): string => `fence ${String(fence)}`,
  fenceOf: (fence: number, key: string): string => `fence ${String(fence)} for ${key}`,
  staleWrite: (token: number | null): string =>
    token === null ? 'stale write accepted' : `stale write accepted, token ${String(token)}`,
  staleWriteShort: 'stale write',
  fencedWrite: (token: number | null, fence: number | null): string => {
    if (token === null || fence === null) return 'stale write rejected';
    return `stale write rejected: token ${String(token)}, fence ${String(fence)}`;
  },
  fencedWriteShort: (token: number, fence: number): string =>
    `token ${String(token)}, fence ${String(fence)}`,
  findings: {
    'overlapping-leases': 'two leases at once',
    'overlapping-beliefs': 'two believe',
    'stale-write-accepted': 'stale write',
    'stale-write-rejected': 'rejected',
    'rightful-write-rejected': 'rightful write rejected',
    'lost-update': 'lost update',
    'wrong-release': 'wrong release',
    'token-regression': 'token went back',
    'leaked-lease': 'leaked lease',
    starvation: 'starved',
    'false-loss': 'gave up too early',
    'duplicate-work': 'work done twice',
  },
  both: (words: string, others: string): string => `${words}, ${others}`,
  andMore: (words: string, more: number): string => `${words}, ${String(more)} more`,

  entries: (entries: number): string => count(entries, 'entry', 'entries'),
  details: {
    belief: (client: string, key: string): string => `${client} believes that it holds ${key}.`,
    zombie: (client: string, key: string, other: string | null): string =>
      other === null
        ? `${client} believes that it holds ${key}, but has no lease.`
        : `${client} believes that it holds ${key}, but ${other} was granted it.`,
    lease: (holder: string, key: string, token: number | null): string =>
      `${holder} has the lease of ${key}${token === null ? ' without a token' : ` with token ${String(token)}`}.`,
    pause: (client: string): string => `${client} is paused.`,
    crash: (client: string): string => `${client} has crashed.`,
    wait: (client: string): string => `${client} waits for the key.`,
    value: (store: string, record: string, writer: string, value: string | null): string =>
      `${record === '' ? store : `${store}, ${record},`} holds ${value === null ? 'the value' : value} of ${writer}.`,
    deleted: (store: string, record: string, writer: string): string =>
      `${record === '' ? store : `${store}, ${record},`} was deleted by ${writer}.`,
    dense: (entries: number): string => `${count(entries, 'entry', 'entries')}: zoom in to see each.`,
    span: (from: string, to: string, duration: string): string => `${from} to ${to}, ${duration}`,
    openSpan: (from: string): string => `from ${from}, without an end`,
  },
  findingsBefore: (findings: number): string => `${count(findings, 'finding')} earlier: go there`,
  findingsAfter: (findings: number): string => `${count(findings, 'finding')} later: go there`,
};

function count(number: number, one: string, many = `${one}s`): string {
  // To ask for the locale's way takes a hundred times as long, and with every move of a drag there are such words.
  const shown = number < 1000 ? String(number) : number.toLocaleString('en');
  return `${shown} ${number === 1 ? one : many}`;
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
