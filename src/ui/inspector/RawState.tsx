import { useState } from 'react';
import type { MachineState } from '../../engine/component.ts';
import { text } from './words.ts';

/** The machine's state as it is, for who wants to see it; written out only while it is open. */
export function RawState({ state }: { readonly state: MachineState }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="inspector-raw"
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{text.raw}</summary>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        <pre tabIndex={0} aria-label={text.raw}>
          {JSON.stringify(state, null, 2)}
        </pre>
      )}
    </details>
  );
}
