/*
 * Some browsers block the storage of a page in a frame, and a sandbox without an origin has none. There the page
 * remembers what it stores until it is closed. `theme.js` does the same before the page, but such a sandbox loads
 * modules only.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    window[name].getItem('');
  } catch {
    const kept = new Map<string, string>();
    const value: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => void kept.set(key, text),
      removeItem: (key) => void kept.delete(key),
    };
    Object.defineProperty(window, name, { configurable: true, value });
  }
}
