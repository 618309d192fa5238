import { clockToleranceSec, type Phone } from '@dossard/contract/phones/phone.schema.ts';

/** A phone counts as silent after this long without contact, in seconds. */
const silentSec = 300;

/** A battery at or below this level hardly lasts an hour, in percent. */
const lowBattery = 15;

/** Returns true if a phone's battery must be charged soon; false for a phone that does not report it. */
export const isBatteryLow = ({ battery }: Phone): boolean => battery !== null && battery <= lowBattery;

/** Returns the seconds since a phone's last contact, at a moment of the server's clock. */
export function silenceOf(phone: Phone, serverTime: number): number {
  return Math.max(0, (serverTime - Date.parse(phone.last_contact)) / 1000);
}

/** Returns true if a phone has been silent for so long that somebody should go and look. */
export const isSilent = (silence: number): boolean => silence > silentSec;

/** Returns true if a phone's clock is wrong; the times of its runs are corrected (D4). */
export const isClockWrong = (phone: Phone): boolean => Math.abs(phone.clock_difference_sec) > clockToleranceSec;
