import type { Phone } from '@dossard/contract/phones/phone.schema.ts';

/** A phone counts as silent after this long without contact, in seconds. */
const silentSec = 300;
/** Clock differences above this are shown, in seconds: the times of the phone's runs are wrong by as much. */
const clockSec = 60;

/** A battery that has no more than this will hardly last the hour, in percent. */
const lowBattery = 15;

/** Whether a phone's battery wants a charger soon; one that does not tell is left alone. */
export const isBatteryLow = ({ battery }: Phone): boolean => battery !== null && battery <= lowBattery;

/** Seconds since a phone's last word, at a moment of the server's clock. */
export function silenceOf(phone: Phone, serverTime: number): number {
  return Math.max(0, (serverTime - Date.parse(phone.last_contact)) / 1000);
}

/** Whether nothing was heard for so long that somebody should walk over. */
export const isSilent = (silence: number): boolean => silence > silentSec;

/**
 * Parts the phones that want an eye on them from the quiet ones: silent, with nothing unsent, so that nothing can be lost
 * with them. `serverTime` in milliseconds.
 */
export function partPhones(phones: readonly Phone[], serverTime: number): { active: Phone[]; quiet: Phone[] } {
  const isQuiet = (phone: Phone) => phone.unsent === 0 && isSilent(silenceOf(phone, serverTime));
  return { active: phones.filter((phone) => !isQuiet(phone)), quiet: phones.filter(isQuiet) };
}

/** Whether a phone's clock is so far off that the times of its runs mislead. */
export const isClockWrong = (phone: Phone): boolean => Math.abs(phone.clock_difference_sec) > clockSec;
