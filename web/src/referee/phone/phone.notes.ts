/* Facts about this phone that other pages need at once, without opening its databases. */

const unsentKey = 'outbox-unsent';
const fieldKey = 'field-kept';
/** How the keys of runs that are being recorded begin. */
export const heldRunPrefix = 'referee-run-';

/** Writes a note, or skips it when storage is full, so that the referee can work. */
export function note(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    console.error('This phone keeps no notes:', error);
  }
}

/** Notes the number of unsent runs of all accounts on this phone. */
export function noteUnsent(count: number): void {
  if (count > 0) note(unsentKey, String(count));
  else localStorage.removeItem(unsentKey);
}

/** The number of unsent runs that was last noted on this phone. */
export const unsentNoted = (): number => Number(localStorage.getItem(unsentKey) ?? 0);

/** Notes whether this phone keeps what a referee needs to work without network. */
export function noteFieldKept(kept: boolean): void {
  if (kept) note(fieldKey, 'true');
  else localStorage.removeItem(fieldKey);
}

/** Whether somebody has opened a zone on this phone and not signed out since. */
export const keepsField = (): boolean => localStorage.getItem(fieldKey) !== null;

/** Whether a run is being recorded on this phone and not yet sent. */
export const holdsRun = (): boolean => Object.keys(localStorage).some((key) => key.startsWith(heldRunPrefix));
