import { changesText as words } from '../../text/changes.ts';
import { adding, type Change, type ChangeGroup, type Setting } from './setting.ts';

/** What can strike the process of a lane: stops, restarts, its clock. */
export function processChanges(setting: Setting): ChangeGroup {
  const { node, status, atMs, lengthMs, inWords, component } = setting;
  const { labels, reasons } = words;
  const isService = component.role !== 'client';
  const down = status === 'crashed' ? reasons.isDown(node) : null;
  const paused = status === 'paused' ? reasons.isPaused(node) : null;
  const changes: Change[] = [
    adding(
      setting,
      'pause',
      labels.pause(node, inWords(lengthMs)),
      { kind: 'pause', node, at: atMs, for: lengthMs },
      paused ?? down,
    ),
    adding(
      setting,
      'resume',
      labels.resume(node),
      { kind: 'resume', node, at: atMs },
      status === 'paused' ? null : (down ?? reasons.isNotPaused(node)),
    ),
    adding(setting, 'crash', labels.crash(node), { kind: 'crash', node, at: atMs }, down),
    adding(setting, 'restart', labels.restart(node, status === 'crashed'), {
      kind: 'restart',
      node,
      at: atMs,
    }),
    ...(isService
      ? [
          adding(setting, 'restart-lost', labels.restartLost(node), {
            kind: 'restart',
            node,
            at: atMs,
            data: 'lost',
          }),
        ]
      : []),
    adding(setting, 'clock-ahead', labels.clockAhead(node, inWords(lengthMs)), {
      kind: 'clock',
      node,
      at: atMs,
      by: lengthMs,
    }),
    adding(setting, 'clock-back', labels.clockBack(node, inWords(lengthMs)), {
      kind: 'clock',
      node,
      at: atMs,
      by: -lengthMs,
    }),
  ];
  return { name: words.groups.process, changes };
}

/** Links of a lane that can be cut: to whoever it exchanges messages with in this run. */
export function linkChanges(setting: Setting): ChangeGroup {
  const { node, cell, world, atMs, lengthMs, inWords, played } = setting;
  const others = new Set<string>();
  for (const component of played.model.components) {
    const there = world.cells[component.id];
    if (component.id === node || there === undefined) continue;
    if (played.run.entries.some(({ message = '' }) => isBetween(message, node, component.id))) {
      others.add(component.id);
    }
  }
  const changes = [...others].map((other) => {
    const isCut = cell.cutFrom.includes(other) || world.cells[other]?.cutFrom.includes(node) === true;
    return adding(
      setting,
      `cut-${other}`,
      words.labels.cut(other, inWords(lengthMs)),
      { kind: 'partition', between: [node, other], at: atMs, for: lengthMs },
      isCut ? words.reasons.isCut(node, other) : null,
    );
  });
  return { name: words.groups.links, changes };
}

function isBetween(message: string, a: string, b: string): boolean {
  return message.startsWith(`${a}>${b}#`) || message.startsWith(`${b}>${a}#`);
}
