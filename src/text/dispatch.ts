import type { DispatchMode } from '../scenarios/dispatch/dispatch-model.ts';
import type { DispatchCell, DispatchRun, Written } from '../scenarios/dispatch/dispatch-run.ts';
import { NO_NODE, type DispatchParameter, type DispatchSettings } from '../scenarios/dispatch/parameters.ts';
import { dispatch } from './scenarios/dispatch.ts';

const { name, tryNext, configurations: modes } = dispatch.dispatch;

const rules: Readonly<Record<DispatchMode, (settings: DispatchSettings) => string>> = {
  scan: () => 'Every node takes every order that is open at the start of the tick.',
  claim: ({ batch, 'claim-ttl': ttl }) =>
    `A poll claims ${batch === 1 ? 'one order' : `up to ${String(batch)} orders`} for ${ticks(ttl)}; what is claimed nobody else is given.`,
  leader: ({ batch, 'lease-ttl': ttl }) =>
    `Only the leader polls, for ${batch === 1 ? 'one order' : `up to ${String(batch)} orders`}. Its lease lasts ${ticks(ttl)}; the sink refuses every epoch but the latest.`,
};

const parameters: Readonly<Record<DispatchParameter, string>> = {
  orders: 'Orders',
  nodes: 'Nodes',
  batch: 'Batch',
  'claim-ttl': 'Claim TTL',
  'lease-ttl': 'Lease TTL',
  'stalled-node': 'Stalled node',
  'stall-tick': 'Stall in tick',
};

/** The words of one value, with its unit. */
function valueOf(parameter: DispatchParameter, value: number): string {
  switch (parameter) {
    case 'claim-ttl':
    case 'lease-ttl':
      return ticks(value);
    case 'stalled-node':
      return value === NO_NODE ? 'none' : node(value);
    default:
      return String(value);
  }
}

/** Words of the dispatch comparison, in English. */
export const dispatchText = {
  name,
  tryNext,
  lesson:
    'Without a lock every node does all of the work; a claim repeats what was under way when it ran out; a leader behind a fence repeats nothing, but when it stalls nothing is done until its lease has run out.',
  reconstruction:
    'The rules are a reconstruction that fits the published figures: the first four columns, until a parameter is changed.',
  close: 'Back to the picture',
  parameters: 'Parameters',
  reset: 'Reset',
  figures: 'What came of it',
  pictures: 'What each node did at each tick',
  mode: 'Mode',
  modes,
  rules,
  columns: {
    effects: 'Effects',
    duplicates: 'Duplicates',
    emptyPolls: 'Empty polls',
    failover: 'Failover',
    refused: 'Refused writes',
    ticks: 'Ticks',
  },
  /** What a column counts, for whoever asks. */
  explained: {
    effects: 'Writes that the sink accepted, duplicates among them',
    duplicates: 'Accepted writes of an order that had taken effect before',
    emptyPolls: 'Polls that led to no accepted write',
    failover: 'Ticks from the stall of the leader until another one leads',
    refused: 'Writes that the sink refused for their epoch',
    ticks: 'How many ticks the run had: it ends with the tick that completes the last order',
  },
  never: 'never',
  parameter: parameters,
  valueOf,
  legend: 'Legend',
  marks: {
    effects: 'orders done',
    duplicates: 'done once more',
    refused: 'refused by the sink',
    empty: 'poll for nothing',
    taken: 'taken, then stalled',
    still: 'stands still',
    leads: 'leads',
    holds: 'its lease or claim still runs',
  },
  outOfRange: (field: string, { min, max }: { readonly min: number; readonly max: number }) =>
    `In the link, "${field}" must be a whole number from ${String(Math.max(0, min))} to ${String(max)}${min === NO_NODE ? ' or "none"' : ''}. The value of the published table is used.`,
  tick: 'Tick',
  after: 'after',
  afterRun: 'After the run',
  node: (number: number) => `Node ${String(number)}`,
  failover: 'Failover',
  noLeader: (length: number) => `${ticks(length)} without a leader at work`,
  neverLed: 'nobody takes over',
  open: (count: number) =>
    count === 1
      ? 'One order stays open: nobody is left to take it.'
      : `${String(count)} orders stay open: nobody is left to take them.`,
  cell: cellWords,
  late: (written: Written) => writtenWords(written).join(', ') || 'nothing',
  end: endWords,
  said: (runs: readonly DispatchRun[]) =>
    runs
      .map(({ mode, figures: { effects, duplicates, emptyPolls, failover } }) =>
        [
          `${modes[mode]}: ${counted(effects, 'effect')}`,
          counted(duplicates, 'duplicate'),
          counted(emptyPolls, 'empty poll'),
          failover === null ? dispatchText.neverLed : `failover ${String(failover)}`,
        ].join(', '),
      )
      .map((said) => `${said}.`)
      .join(' '),
};

function node(number: number): string {
  return `node ${String(number)}`;
}

function ticks(count: number): string {
  return counted(count, 'tick');
}

function counted(count: number, one: string): string {
  return `${String(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** What one node did at one tick. */
function cellWords({ poll, leads, stall, holds }: DispatchCell): string {
  if (stall === 'goes-on') {
    return holds === null ? 'stands still' : `stands still, its ${holds} still runs`;
  }
  const parts = leads ? ['leads'] : [];
  if (poll === null) parts.push(stall === null && !leads ? 'does not poll' : '');
  else if (stall === 'begins' && poll.taken > 0) parts.push(`takes ${counted(poll.taken, 'order')}`);
  else if (poll.taken === 0) parts.push('empty poll');
  else parts.push(...writtenWords(poll.written));
  if (stall === 'begins') parts.push('stalls');
  return parts.filter((part) => part !== '').join(', ');
}

function writtenWords({ effects, duplicates, refused }: Written): readonly string[] {
  return [
    ...(effects > duplicates ? [counted(effects - duplicates, 'effect')] : []),
    ...(duplicates > 0 ? [counted(duplicates, 'duplicate')] : []),
    ...(refused > 0 ? [`${counted(refused, 'write')} refused`] : []),
  ];
}

/** How a run ended, and what arrived after it. */
function endWords({ ticks: length, open, figures: { late } }: DispatchRun): string {
  const arrived = writtenWords(late);
  const after = arrived.length === 0 ? '' : ` After the run: ${arrived.join(', ')}.`;
  return open === 0 ? `Over in ${ticks(length)}.${after}` : `${dispatchText.open(open)}${after}`;
}
