/** How long keys are collected at most, in milliseconds, for a field that never appears. */
const patienceMs = 5_000;

/**
 * Collects what is typed until a field has appeared that takes it, so that no key is lost in between. `take` ends the
 * collection and returns the text.
 */
export function collectTyped(): { take: () => string } {
  let text = '';
  function collect(event: KeyboardEvent) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    text += event.key;
    event.preventDefault();
  }
  const end = () => window.removeEventListener('keydown', collect, true);
  window.addEventListener('keydown', collect, true);
  setTimeout(end, patienceMs);
  return {
    take() {
      end();
      const taken = text;
      text = '';
      return taken;
    },
  };
}
