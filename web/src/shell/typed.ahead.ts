/** Maximum time to collect keys for a field that never appears, in milliseconds. */
const patienceMs = 5_000;

/**
 * Collects typed keys until a field has appeared, so that none is lost in between. `take` ends the collection and
 * returns the text.
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
