import { counted } from './prove-parts.ts';

/** Words of how the properties stand at the cursor, in English. */
export const propertiesText = {
  /** The line that stands there before the list is opened; `of`: which run, where there are several. */
  heading: (of: string | null) => (of === null ? 'Properties' : `Properties of ${of}`),
  counts: (broken: number, open: number, atEnd: boolean): string => {
    if (broken === 0 && open === 0) return atEnd ? 'none broken' : 'none broken so far';
    const parts = [
      ...(broken > 0 ? [`${String(broken)} broken`] : []),
      ...(open > 0 ? [`${String(open)} open`] : []),
    ];
    return parts.join(', ');
  },
  kinds: { always: 'Always', sometimes: 'Sometimes', eventually: 'Eventually' },
  /** Where the run ends, what held so far held to its end. */
  status: (status: 'holds' | 'not-seen' | 'open' | 'broken' | 'undecided' | 'not-recorded', atEnd: boolean) =>
    ({
      holds: atEnd ? 'holds in this run' : 'holds so far',
      'not-seen': atEnd ? 'not seen in this run' : 'not seen yet',
      open: atEnd ? 'open where the run ends' : 'open',
      broken: 'broken',
      undecided: 'decided where the log ends',
      'not-recorded': 'not recorded in this log',
    })[status],
  /** For one of the kind `eventually` of which nothing is open. */
  nothingOpen: (atEnd: boolean) => (atEnd ? 'holds in this run' : 'nothing open'),
  since: (entry: number, time: string) => `broken since entry ${String(entry + 1)} at ${time}`,
  /** Of one that only the end decides. */
  shownBy: (entry: number, time: string) => `broken, as entry ${String(entry + 1)} at ${time} shows`,
  seen: (entry: number, time: string) => `seen at entry ${String(entry + 1)}, ${time}`,
  open: {
    'waiter-served': (client: string, key: string, time: string) =>
      `${client} has waited for ${key} since ${time}.`,
    'no-leaked-lease': (client: string, key: string, time: string) =>
      `${client}'s lease on ${key} has gone unclaimed since ${time}: ${client} does not believe to hold it.`,
  },
  openOther: (client: string, key: string, time: string) => `${client}, ${key}: since ${time}.`,
  more: (count: number) => `And ${counted(count, 'more', 'more')}.`,
  goTo: (entry: number) => `Go to entry ${String(entry + 1)}`,
};
