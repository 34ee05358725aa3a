/** Kinds of field in which no letter is typed: there, only what the field itself uses is its own. */
const NOT_TYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset']);

/** Keys that move inside a widget that has the focus. */
const MOVES: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);

const MOVED_IN = 'input, select, [role="tab"], [role="slider"], [role="listbox"], [role="radio"]';
const PRESSED = 'button, a[href], summary, input, select, [role="tab"], [role="option"], [role="button"]';

/** Whether a key belongs to the element that has the focus, so that the page must not take it. */
export function keepsKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (isTypedIn(target)) return true;
  if ((key === ' ' || key === 'Enter') && target.closest(PRESSED) !== null) return true;
  return MOVES.has(key) && target.closest(MOVED_IN) !== null;
}

function isTypedIn(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
