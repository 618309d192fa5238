import { type Doors, doorNames, maxChronoSec, maxPenality } from '@dossard/contract/runs/run.schema.ts';

/* How the runs of a paper sheet are typed: short, by the number keys alone (P3). */

/** The doors that were won and the feet, as they are written in one row. */
export interface TypedDoors {
  doors: Doors;
  penality: number;
}

/**
 * Reads doors and feet: `1356.2` are the doors 1, 3, 5 and 6 with two feet, `.5` no door and five feet, `-` none of
 * either. A comma does for the dot. Undefined when it cannot be read: a door twice, a seventh door, a sixth foot.
 */
export function parseDoors(typed: string): TypedDoors | undefined {
  const text = typed.replace(/\s/g, '');
  const parts = /^([1-6]*)(?:[.,]([0-9]+))?$/.exec(text === '-' ? '.0' : text);
  if (!parts || text === '') return undefined;
  const [, won = '', feet = '0'] = parts;
  const penality = Number(feet);
  if (penality > maxPenality || new Set(won).size !== won.length) return undefined;
  const doors = Object.fromEntries(doorNames.map((door, index) => [door, won.includes(String(index + 1))])) as Doors;
  return { doors, penality };
}

/**
 * Reads a time in seconds: `117`, `1:57`, `57.25` or `1:57,25`. Undefined when it is longer than 120 seconds, has more
 * than hundredths, or is no time, such as `7:99`.
 */
export function parseTime(typed: string): number | undefined {
  const parts = /^(?:(\d{1,2}):([0-5]\d)|(\d{1,3}))(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!parts) return undefined;
  const [, minutes, rest, seconds, decimals = ''] = parts;
  const whole = minutes === undefined ? Number(seconds) : Number(minutes) * 60 + Number(rest);
  const time = (whole * 100 + Number(decimals.padEnd(2, '0'))) / 100;
  return time <= maxChronoSec ? time : undefined;
}

/** Reads a bib; undefined when it is none. */
export function parseBib(typed: string): number | undefined {
  const text = typed.trim();
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
