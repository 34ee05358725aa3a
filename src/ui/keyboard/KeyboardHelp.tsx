import { useEffect, useRef } from 'react';
import { useAppStore } from '../state/app-context.ts';
import { keysText } from '../../text/keys.ts';
import { text } from '../text.ts';
import { KEYMAP, type Binding } from './keymap.ts';

const GROUPS = ['move', 'play', 'look', 'page'] as const;

/** The overview of all keys. */
export function KeyboardHelp() {
  const store = useAppStore();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The browser gives the focus back to where it was when the dialog closes.
    dialog.current?.showModal();
  }, []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="help ui"
      aria-labelledby="help-heading"
      onClose={() => store.setState({ helpOpen: false })}
      onKeyDown={(event) => {
        if (event.key === '?') close();
      }}
    >
      <header>
        <h2 id="help-heading">{keysText.help}</h2>
        <button type="button" onClick={close}>
          {text.page.close}
        </button>
      </header>
      <p className="muted">{keysText.helpNote}</p>
      <div className="help-groups">
        {GROUPS.map((group) => (
          <section key={group} aria-labelledby={`help-${group}`}>
            <h3 id={`help-${group}`}>{keysText.helpGroups[group]}</h3>
            <dl>
              {KEYMAP.filter((binding) => binding.group === group).map((binding) => (
                <div key={binding.command}>
                  <dt>
                    <Keys binding={binding} />
                  </dt>
                  <dd>{keysText.commands[binding.command]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}

function Keys({ binding }: { readonly binding: Binding }) {
  return binding.keys.map((key) => (
    <kbd key={key}>
      {binding.ctrl === true ? `${keysText.ctrl} ` : ''}
      {binding.shift === true ? `${keysText.shift} ` : ''}
      {keysText.keys[key] ?? key.toUpperCase()}
    </kbd>
  ));
}
