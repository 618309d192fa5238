import { note } from '../../device/notes.ts';

const idKey = 'phone-id';

/** Returns the random id that distinguishes this browser from the account's other phones. */
export function phoneId(): string {
  const kept = localStorage.getItem(idKey);
  if (kept) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
  note(idKey, made);
  return made;
}
