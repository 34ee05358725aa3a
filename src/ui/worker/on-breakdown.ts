/** Hears of a worker that broke down, with what is known of why; the page does not report it as an error of its own. */
export function onBreakdown(
  worker: Worker,
  tell: (why: string) => void,
  options: AddEventListenerOptions = {},
): void {
  worker.addEventListener(
    'error',
    (event) => {
      event.preventDefault();
      tell(event.message === '' ? 'The worker broke down.' : event.message);
    },
    options,
  );
}
