import { getLocale, getRegion, writeFirst } from '@dossard/contract/language/locale.ts';

/** Returns when a day (`YYYY-MM-DD`) starts on this device. */
const startOf = (day: string): Date => new Date(`${day}T00:00`);

/** Formats a day (`YYYY-MM-DD`) in the reader's language: « 12 juin 2027 ». */
export const formatDay = (day: string): string => formatLong(startOf(day));

const formatLong = (moment: Date): string => writeFirst(moment.toLocaleDateString(getRegion(), { dateStyle: 'long' }));

/** Returns the parts of a day (`YYYY-MM-DD`) for a leaf of a calendar: « 12 », « juin 2027 ». */
export function splitDay(day: string): { day: string; month: string } {
  const start = startOf(day);
  const month = start.toLocaleDateString(getRegion(), { month: 'short', year: 'numeric' });
  return { day: String(start.getDate()), month };
}

/** Formats a time of day: `14:32:07`, or `14:32`. */
export function formatTime(moment: string | number | Date, precision: 'second' | 'minute' = 'second'): string {
  return new Date(moment).toLocaleTimeString(getRegion(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(precision === 'second' && { second: '2-digit' }),
    hour12: false,
  });
}

/** Joins the facts that exist in one line: « U13 Filles · Vélo Club ». */
export const joinFacts = (...facts: readonly (string | number | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(' · ');

/** Formats a recent moment: the time of day, preceded by the day if it is not today. */
export function formatMoment(given: string | number | Date): string {
  const moment = new Date(given);
  const time = formatTime(moment, 'minute');
  if (moment.toDateString() === new Date().toDateString()) return time;
  return `${moment.toLocaleDateString(getRegion(), { weekday: 'short', day: 'numeric', month: 'short' })} ${time}`;
}

/** Formats any moment with its day: « 12 juin 2027, 18:10:07 ». */
export const formatFullMoment = (moment: string | Date, precision?: 'minute'): string =>
  `${formatLong(new Date(moment))}, ${formatTime(moment, precision)}`;

/** Formats seconds as `m:ss` (W2). */
export function formatChrono(seconds: number): string {
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats seconds with their hundredths, `1:01,50` (W2). */
export function formatChronoExact(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6000);
  const rest = (hundredths - minutes * 6000) / 100;
  const digits = { minimumIntegerDigits: 2, minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${minutes}:${rest.toLocaleString(getLocale(), digits)}`;
}

/** Converts a duration to the largest unit that fits. */
function largestUnit(seconds: number): [amount: number, unit: 'second' | 'minute' | 'hour' | 'day'] {
  const whole = Math.round(Math.abs(seconds));
  if (whole < 60) return [whole, 'second'];
  if (whole < 3600) return [Math.floor(whole / 60), 'minute'];
  return whole < 86_400 ? [Math.floor(whole / 3600), 'hour'] : [Math.floor(whole / 86_400), 'day'];
}

/** Formats a duration: « 5 min », « 2 h ». */
export function formatDuration(seconds: number): string {
  const [amount, unit] = largestUnit(seconds);
  return new Intl.NumberFormat(getLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

/** Formats how long ago something was: « il y a 5 minutes ». */
export function formatAgo(seconds: number): string {
  const [amount, unit] = largestUnit(seconds);
  return new Intl.RelativeTimeFormat(getLocale()).format(-amount, unit);
}
