import { playConfiguration, type PlayedRun } from '../../scenarios/play-scenario.ts';
import type { Trace } from '../../engine/trace.ts';
import { changesText as words } from '../../text/changes.ts';
import { actChanges } from './act-changes.ts';
import { faultWords, struckBy, withoutFault } from './fault-words.ts';
import { messageChanges } from './message-changes.ts';
import { onTheWay } from './moment.ts';
import { linkChanges, processChanges } from './process-changes.ts';
import { serviceChanges } from './service-changes.ts';
import { impossible, type Change, type ChangeGroup, type Setting } from './setting.ts';

/** Everything that can be changed at a place, and what cannot with its reason. */
export function changesAt(setting: Setting, message: string | null): readonly ChangeGroup[] {
  const groups =
    message === null
      ? [
          actChanges(setting),
          serviceChanges(setting),
          processChanges(setting),
          linkChanges(setting),
          noMessages(setting),
        ]
      : [messageChanges(setting, message)];
  return [...groups, removals(setting, message)].filter(
    (group): group is ChangeGroup => group !== null && group.changes.length > 0,
  );
}

/** What can happen to messages, where there is none. */
function noMessages({ world, inWords, atMs }: Setting): ChangeGroup | null {
  if (onTheWay(world).length > 0) return null;
  const reason = words.reasons.noMessage(inWords(atMs));
  return {
    name: words.groups.message,
    changes: [impossible('message', words.labels.nothingOnTheWay, reason)],
  };
}

/** Faults of the lane or the message that can be taken away. */
function removals({ body, edited, node, lane, inWords }: Setting, message: string | null): ChangeGroup {
  const names = message === null ? [node, lane] : [message];
  const { edits } = edited;
  const changes = body.faults.flatMap((fault, position): readonly Change[] => {
    if (!struckBy(fault).some((name) => names.includes(name))) return [];
    const left = withoutFault(edits, body.faults.length, position);
    return [
      {
        id: `remove-${String(position)}`,
        label: words.labels.remove(faultWords(fault, inWords)),
        reason: null,
        to: { ...edited, edits: { ...edits, ...left } },
      },
    ];
  });
  return { name: words.groups.remove, changes };
}

/**
 * A change that would leave every one of these runs as it is, or that cannot be, with that as its reason. What
 * is only noted of it does not count.
 */
export function tried(
  change: Change,
  { scenario, edited }: Pick<Setting, 'scenario' | 'edited'>,
  runs: readonly PlayedRun[],
): Change {
  const { id, label, to } = change;
  if (to === null) return change;
  for (const { run } of runs) {
    const after = playConfiguration(scenario, run.configuration, to.values, edited.schedule, to.edits);
    if (!after.ok) return impossible(id, label, words.reasons.problem(after.problems[0]?.what ?? ''));
    if (!isSame(run.entries, after.value.run.entries)) return change;
  }
  return impossible(id, label, words.reasons.noChange);
}

function isSame(a: Trace, b: Trace): boolean {
  return a === b || JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

/** What happened, without notes of acts and what they shift: the numbers of entries. */
function plain(entries: Trace): unknown {
  return entries.flatMap((entry) => {
    if (entry.ev === 'note' && entry.op?.startsWith('act-') === true) return [];
    const { seq: _seq, cause: _cause, ...rest } = entry;
    return [rest];
  });
}
