import { memo, useId, useState } from 'react';
import { useAppStore } from '../state/app-context.ts';
import { advanceBy } from '../state/store.ts';
import { text } from '../text.ts';
import { readDuration } from './read-duration.ts';

/** Moves on by a length of time that the reader types. */
export const AdvanceBy = memo(function AdvanceBy() {
  const store = useAppStore();
  const [typed, setTyped] = useState('1s');
  const [refused, setRefused] = useState<string | null>(null);
  const hint = useId();
  const go = (): void => {
    const length = readDuration(typed);
    setRefused(length === null ? typed : null);
    if (length !== null) advanceBy(store, length);
  };
  return (
    <form
      className="group advance"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label>
        <span>{text.page.advanceBy}</span>
        <input
          type="text"
          size={6}
          maxLength={24}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          title={text.page.advanceHint}
          aria-invalid={refused !== null}
          aria-describedby={hint}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(null);
          }}
        />
      </label>
      <button type="submit">{text.page.advance}</button>
      <span
        id={hint}
        className={refused === null ? 'hidden' : 'refused'}
        role={refused === null ? undefined : 'alert'}
      >
        {refused === null ? text.page.advanceHint : text.page.advanceBad(refused)}
      </span>
    </form>
  );
});
