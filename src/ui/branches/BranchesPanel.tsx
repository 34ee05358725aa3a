import { memo, useRef } from 'react';
import type { Micros } from '../../engine/time.ts';
import { branchesText as words } from '../../text/branches.ts';
import { formatTime } from '../format-time.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { BESIDE, leadingRun } from '../state/derived.ts';
import { branchesOf, named, pathTo, withoutBranch } from '../state/edit-branches.ts';
import { goTo, type EditNode } from '../state/edit-tree.ts';
import { scenarioOf } from '../state/source.ts';
import { useSaid } from '../shell/use-said.ts';
import { redo, show, undo } from '../state/store.ts';
import { BranchItem } from './BranchItem.tsx';
import { copyAllBranches } from './branches-link.ts';
import { differences } from './differences.ts';
import './branches.css';

/** Every branch that changes have made: to go back to, compare, name and delete. */
export const BranchesPanel = memo(function BranchesPanel() {
  const store = useAppStore();
  const list = useRef<HTMLOListElement>(null);
  const source = useApp((state) => state.source);
  const tree = useApp((state) => state.tree);
  const beside = useApp((state) => state.beside);
  const run = useApp(leadingRun);
  const scenario = scenarioOf(source);
  if (scenario === null) return <p className="muted branches">{words.recorded}</p>;
  const configuration = run.configuration.replace(BESIDE, '');
  const inWords = (ms: number): string => formatTime(run, (ms * 1000) as Micros);
  const ends = branchesOf(tree);
  // A present state that something was made from is no end: it is listed all the same.
  const present = tree.nodes.get(tree.current);
  const listed =
    present === undefined || ends.includes(present)
      ? ends
      : [...ends, present].toSorted((a, b) => a.id - b.id);
  const nameOf = (node: EditNode): string =>
    node.name ?? (node.parent === null ? words.opened : words.branch(listed.indexOf(node)));
  const path = new Set(pathTo(tree, tree.current));
  return (
    <div className="branches">
      <div className="branches-actions">
        <button type="button" aria-disabled={present?.parent === null} onClick={() => undo(store)}>
          {words.undo}
        </button>
        <button type="button" aria-disabled={present?.redo === null} onClick={() => redo(store)}>
          {words.redo}
        </button>
        <CopyAll />
      </div>
      <p className="muted">{words.intro}</p>
      {beside !== null && (
        <p className="branches-comparing" role="status">
          {words.comparing(beside.names[1])}{' '}
          <button type="button" onClick={() => store.setState({ beside: null, cursor: null })}>
            {words.stop}
          </button>
        </p>
      )}
      <ol ref={list} tabIndex={-1} aria-label={words.heading}>
        {listed.toReversed().map((node) => (
          <BranchItem
            key={node.id}
            scenario={scenario}
            configuration={configuration}
            node={node}
            name={nameOf(node)}
            differences={differences(scenario, configuration, node.edited, inWords)}
            isNow={node.id === tree.current}
            canGo={!path.has(node.id)}
            onShow={() => show(store, goTo(tree, node.id))}
            onCompare={() =>
              store.setState({
                beside: {
                  edited: node.edited,
                  names: [present === undefined ? words.present : nameOf(present), nameOf(node)],
                },
                cursor: null,
                explained: null,
              })
            }
            onName={(name) => store.setState({ tree: named(store.getState().tree, node.id, name) })}
            onDelete={() => {
              store.setState({ tree: withoutBranch(store.getState().tree, node.id) });
              // The button is gone with its branch.
              list.current?.focus();
            }}
          />
        ))}
      </ol>
    </div>
  );
});

function CopyAll() {
  const store = useAppStore();
  const [said, say] = useSaid();
  return (
    <>
      <button type="button" onClick={() => void copyAllBranches(store).then(say)}>
        {words.copyAll}
      </button>
      <span className="muted" role="status">
        {said ? words.copied : ''}
      </span>
    </>
  );
}
