import { useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { createPortal } from 'react-dom';
import './import.css';
import { ProblemList } from './ProblemList.tsx';
import type { Opened, Opening } from './opened.ts';
import { deskOfPage } from '../strips/desk-of-page.ts';
import { startOpening, type Work } from './start-opening.ts';
import { reasonWords, text } from './words.ts';

/** What the dialog is told and tells. */
export interface ImportDialogProps {
  /** A file that was dropped on the page, opened at once. */
  readonly file: File | null;
  /** Something was opened. Called before the dialog closes; it stays open only to name problems. */
  readonly onOpen: (opened: Opened) => void;
  readonly onClose: () => void;
}

/** Opens a trace, a case or a scenario of one's own, from a file or from pasted text. */
export function ImportDialog({ file, onOpen, onClose }: ImportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<State>(CHOOSING);
  const work = useRef<Work | null>(null);

  const start = (content: File | string): void => {
    const isFile = typeof content !== 'string';
    const name = isFile ? content.name : text.pastedName;
    work.current?.cancel();
    setState({ kind: 'working', name, share: isFile ? 0 : null });
    const started = startOpening(content, name, (share) => {
      if (work.current === started) setState({ kind: 'working', name, share });
    });
    work.current = started;
    const told = tell(started, name, isFile);
    // Strips of what is open now will most likely not be wanted by then: no core is for them.
    void deskOfPage().giveWay(told.then(nextTask));
  };
  const tell = async (started: Work, name: string, isFile: boolean): Promise<void> => {
    const opening = await started.opening;
    if (work.current !== started || opening === null) return;
    work.current = null;
    if (opening.ok) onOpen(opening.value);
    if (opening.ok && opening.value.problems.length === 0) onClose();
    else setState({ kind: 'told', name, isFile, opening });
  };
  const cancel = (): void => {
    work.current?.cancel();
    work.current = null;
    setState(CHOOSING);
  };

  const startLatest = useRef(start);
  useEffect(() => {
    startLatest.current = start;
  });
  // The worker starts while the page is laid out anew under the dialog.
  useEffect(() => {
    if (file !== null) startLatest.current(file);
  }, [file]);
  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
  }, []);
  useEffect(
    () => () => {
      work.current?.cancel();
      work.current = null;
    },
    [],
  );

  // Outside of the panel it was opened from, whose look is none of its own.
  return createPortal(
    <dialog className="import" ref={dialog} aria-labelledby="import-title" onClose={onClose}>
      <div className="dialog-head">
        <h2 id="import-title">{text.title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          {text.close}
        </button>
      </div>
      {state.kind === 'choosing' && <Choose onChosen={start} />}
      {state.kind === 'working' && <Working name={state.name} share={state.share} onCancel={cancel} />}
      {state.kind === 'told' && <Told state={state} onAgain={cancel} />}
    </dialog>,
    document.body,
  );
}

/** What was opened is in the document then. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

type State =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'working'; readonly name: string; readonly share: number | null }
  | ToldState;

interface ToldState {
  readonly kind: 'told';
  readonly name: string;
  readonly isFile: boolean;
  readonly opening: Opening;
}

const CHOOSING: State = { kind: 'choosing' };

/** A text longer than this is opened as it is pasted: a text field would take long to lay it out. */
const LONGEST_IN_FIELD = 200_000;

function Choose({ onChosen }: { readonly onChosen: (content: File | string) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const onPaste = (event: ClipboardEvent): void => {
    const [file] = event.clipboardData.files;
    const pasted = event.clipboardData.getData('text/plain');
    if (file === undefined && pasted.length <= LONGEST_IN_FIELD) return;
    event.preventDefault();
    onChosen(file ?? pasted);
  };
  return (
    <div className="import-choose">
      <p>{text.intro}</p>
      <p>
        <button type="button" className="primary" onClick={() => picker.current?.click()}>
          {text.choose}
        </button>{' '}
        {text.dropHint}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={text.choose}
        accept=".jsonl,.ndjson,.json,.log,.txt,application/json"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) onChosen(file);
        }}
      />
      <label htmlFor="import-text">{text.paste}</label>
      <textarea
        id="import-text"
        ref={field}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        onPaste={onPaste}
      />
      <p>
        <button type="button" onClick={() => onChosen(field.current?.value ?? '')}>
          {text.openPasted}
        </button>
      </p>
    </div>
  );
}

const EXAMPLE = '{"t": 0, "ev": "grant", "client": "A", "token": 1, "expires": 10000}';

interface WorkingProps {
  readonly name: string;
  readonly share: number | null;
  readonly onCancel: () => void;
}

function Working({ name, share, onCancel }: WorkingProps) {
  return (
    <div className="import-working">
      <p role="status">{share === null ? text.checking(name) : text.reading(name)}</p>
      <progress aria-label={text.progress} {...(share === null ? {} : { value: share })} />
      <p>
        <button type="button" onClick={onCancel}>
          {text.cancel}
        </button>
      </p>
    </div>
  );
}

function Told({ state, onAgain }: { readonly state: ToldState; readonly onAgain: () => void }) {
  const { name, isFile, opening } = state;
  const problems = opening.ok ? opening.value.problems : opening.problems;
  const reason = opening.ok ? null : reasonWords(opening.reason, isFile);
  return (
    <div className="import-told">
      <p role={opening.ok ? 'status' : 'alert'} className={opening.ok ? undefined : 'import-failed'}>
        {opening.ok ? openedWords(opening.value, name) : text.failed(name)}
        {reason !== null && ` ${reason}`}
      </p>
      {opening.ok && problems.length > 0 && <p>{text.leftOut}</p>}
      <ProblemList problems={problems} />
      <p>
        <button type="button" onClick={onAgain}>
          {text.anotherTry}
        </button>
      </p>
    </div>
  );
}

function openedWords({ source }: Opened, name: string): string {
  return source.kind === 'trace' ? text.opened(name, source.run.entries.length) : text.openedScenario(name);
}
