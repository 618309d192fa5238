/** Interval at which the existence of the parent is checked, in milliseconds. */
const lookMs = 500;

/**
 * Calls `then` once when the process that started this one has ended: a signal to npm ends the shell between npm and this
 * process, but does not reach it.
 * @param {() => void} then
 */
export function whenParentEnds(then) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    then();
  }, lookMs).unref();
}
