let pressed = false;

const CAPTURE = { capture: true, passive: true };
window.addEventListener('pointerdown', () => (pressed = true), CAPTURE);
window.addEventListener('pointerup', () => (pressed = false), CAPTURE);
window.addEventListener('pointercancel', () => (pressed = false), CAPTURE);

/** Whether a pointer is down somewhere in the page. */
export function isPressed(): boolean {
  return pressed;
}
