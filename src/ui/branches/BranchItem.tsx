import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Scenario } from '../../scenarios/scenario.ts';
import { branchesText as words } from '../../text/branches.ts';
import type { EditNode } from '../state/edit-tree.ts';
import { BranchPicture } from './BranchPicture.tsx';

/** More differences than these are counted. */
const MOST_LINES = 4;

/** One branch: its picture, what it differs in, and what can be done with it. */
export function BranchItem(props: {
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly node: EditNode;
  readonly name: string;
  readonly differences: readonly string[];
  readonly isNow: boolean;
  /** False: the present state was made from it, so that it cannot be deleted. */
  readonly canGo: boolean;
  readonly onShow: () => void;
  readonly onCompare: () => void;
  readonly onName: (name: string) => void;
  readonly onDelete: () => void;
}) {
  const { scenario, configuration, node, name, isNow, canGo } = props;
  const [isNaming, setIsNaming] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone: whoever uses the keyboard goes on where it was opened.
    if (wasNaming.current && !isNaming) nameButton.current?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);
  const lines = props.differences.slice(0, MOST_LINES);
  const more = props.differences.length - lines.length;
  return (
    <li className="branch" aria-current={isNow ? 'true' : undefined}>
      <BranchPicture scenario={scenario} configuration={configuration} edited={node.edited} />
      <p className="branch-name">
        <strong>{name}</strong>
        {isNow && <span className="muted"> {words.now}</span>}
      </p>
      <ul className="branch-differences">
        {lines.length === 0 && <li className="muted">{words.nothing}</li>}
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {more > 0 && <li className="muted">{words.more(more)}</li>}
      </ul>
      {isNaming ? (
        <NameField
          name={node.name ?? ''}
          onDone={(given) => {
            if (given !== null) props.onName(given);
            setIsNaming(false);
          }}
        />
      ) : (
        <div className="branch-actions">
          {!isNow && (
            <>
              <button type="button" aria-label={words.show(name)} onClick={props.onShow}>
                {words.words.show}
              </button>
              <button type="button" aria-label={words.compare(name)} onClick={props.onCompare}>
                {words.words.compare}
              </button>
            </>
          )}
          <button
            ref={nameButton}
            type="button"
            aria-label={words.rename(name)}
            onClick={() => setIsNaming(true)}
          >
            {words.words.rename}
          </button>
          {!isNow && canGo && (
            <button type="button" aria-label={words.remove(name)} onClick={props.onDelete}>
              {words.words.remove}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function NameField(props: { readonly name: string; readonly onDone: (name: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.name);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    props.onDone(null);
  };
  return (
    <form
      className="branch-actions"
      onSubmit={(event) => {
        event.preventDefault();
        props.onDone(typed);
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={words.nameField}
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit">{words.save}</button>
    </form>
  );
}
