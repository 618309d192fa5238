import { clockToleranceSec } from '@dossard/contract/phones/phone.schema.ts';
import { note } from '../../device/notes.ts';

/* By how much this phone's clock is ahead of the server's, as at the server's last answer (D4). */

const aheadKey = 'clock-ahead-ms';

/** Stores the difference to the time of an answer, whose request left at `sentMs` by this phone's clock. */
export function noteServerTime(serverTime: string, sentMs: number): void {
  note(aheadKey, String(Math.round((sentMs + Date.now()) / 2 - Date.parse(serverTime))));
}

/** Returns the present time by the server's clock, in milliseconds since 1970; by this phone's if it never answered. */
export const serverNow = (): number => Date.now() - Number(localStorage.getItem(aheadKey) ?? 0);

/** Returns by how many minutes this phone's clock is wrong; 0 while it is right. */
export function wrongMinutes(): number {
  const wrongMs = Math.abs(Date.now() - serverNow());
  return wrongMs > clockToleranceSec * 1000 ? Math.round(wrongMs / 60_000) : 0;
}
