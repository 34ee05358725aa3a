const LOOK_EVERY_MS = 500;

/**
 * Calls `stop` once when this process is asked to end. npm hands SIGTERM to the shell between itself and us,
 * and the shell dies without passing it on, so under npm the loss of the parent counts as being asked.
 *
 * @param {() => void} stop
 */
export function onEnd(stop) {
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask);
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) ask();
  }, LOOK_EVERY_MS).unref();
}
