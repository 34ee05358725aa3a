import { resolveBody } from '../../scenarios/scenario.ts';
import { serviceKind } from '../../scenarios/services/registry.ts';
import { changesText as words } from '../../text/changes.ts';
import { adding, impossible, type Change, type ChangeGroup, type Setting } from './setting.ts';

/** Faults by which another node or another term takes over. */
const FAILOVERS: readonly string[] = ['failover', 'leader-change'];

/** What the lock service alone knows, such as a failover; nothing for other lanes. */
export function serviceChanges(setting: Setting): ChangeGroup | null {
  const { component, body, node, scenario, configuration, edited, atMs } = setting;
  if (component.role !== 'service') return null;
  const { kind } = body.service;
  const known = serviceKind(kind).faults.map((fault) => fault.kind);
  const refuses = (setting.cell.refusing ?? 0) > 0;
  const changes: Change[] = [
    adding(
      setting,
      'refuse',
      words.labels.refuse(node, setting.inWords(setting.lengthMs)),
      { kind: 'refuse', node, at: atMs, for: setting.lengthMs },
      refuses ? words.reasons.refuses(node) : null,
    ),
  ];
  for (const fault of known) {
    const change = adding(setting, fault, words.fault(fault), { kind: fault, node, at: atMs });
    const { to } = change;
    const problem =
      to === null ? undefined : problemOf(resolveBody(scenario, configuration, edited.values, to.edits));
    // What needs more than a node and a time is written in a document, not chosen from a list.
    if (problem?.endsWith('is missing') === true) continue;
    changes.push(
      problem === undefined ? change : impossible(fault, change.label, words.reasons.problem(problem)),
    );
  }
  if (!known.some((fault) => FAILOVERS.includes(fault))) {
    changes.unshift(impossible('failover', words.fault('failover'), words.reasons.oneNode(node)));
  }
  return { name: words.groups.service, changes };
}

function problemOf(body: ReturnType<typeof resolveBody>): string | undefined {
  return body.ok ? undefined : body.problems[0]?.what;
}
