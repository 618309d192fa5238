/* Small values that this device keeps in its local storage. */

/** Stores a note, or removes it without a text; false when storage is full, so that its reader can work without it. */
export function note(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch (error) {
    console.error('This device keeps no notes:', error);
    return false;
  }
}

/** Reads a note in JSON; undefined if there is none, or if something else wrote it. */
export function readNote(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
