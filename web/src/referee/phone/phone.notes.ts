import { note } from '../../device/notes.ts';

/* Facts about this phone that other pages can read synchronously, without opening its databases. */

const unsentKey = 'outbox-unsent';
const fieldKey = 'field-kept';
/** Name of the database with the data that a referee needs to work without network. */
export const fieldDatabase = 'dossard-field';
/** Prefix of the keys of runs that are being recorded. */
export const heldRunPrefix = 'referee-run-';

/** Stores the number of unsent runs of all accounts on this phone. */
export const noteUnsent = (count: number) => note(unsentKey, count > 0 ? String(count) : undefined);

/** Returns the stored number of unsent runs on this phone. */
export const getUnsentCount = (): number => Number(localStorage.getItem(unsentKey) ?? 0);

/** Stores whether this phone keeps the data that a referee needs to work without network. */
export const noteFieldKept = (kept: boolean) => note(fieldKey, kept ? 'true' : undefined);

/** Returns true if somebody has opened a zone on this phone and not signed out since. */
export const keepsField = (): boolean => localStorage.getItem(fieldKey) !== null;

/** Returns true if a run is being recorded on this phone and not yet submitted. */
export const holdsRun = (): boolean => holds(heldRunPrefix);

/** Returns true if the timer of a run was started on this phone, by this user or by anybody, and it is not stored yet. */
export const holdsBegunRun = (user = ''): boolean =>
  Object.entries(localStorage).some(
    ([key, kept]) =>
      key.startsWith(heldRunPrefix + (user && `${user}-`)) && /"step":"run-/.test(kept) && /"begun":true/.test(kept),
  );

/** Prefix of the keys of what referees told a desk and the server does not have. */
export const toldDeskPrefix = 'to-desk:';

/** Returns true if something that was told to a desk is on this phone. */
export const holdsMessage = (): boolean => holds(toldDeskPrefix);

const holds = (prefix: string): boolean => Object.keys(localStorage).some((key) => key.startsWith(prefix));
