import { type Doors, doorNames, forDoors } from '@dossard/contract/runs/doors.ts';
import { maxPenality, runSubmissionSchema } from '@dossard/contract/runs/run.schema.ts';
import { parseChrono } from '../../text/typed.values.ts';

/* The short notation in which runs of a paper sheet are typed, on the number keys only (P3). */

/** The won doors and the feet, typed as one text. */
export interface TypedDoors {
  doors: Doors;
  penality: number;
}

const wonAndFeet = new RegExp(`^([1-${doorNames.length}]*)(?:[.,]([0-9]+))?$`);

/**
 * Parses doors and feet: `1356.2` means doors 1, 3, 5 and 6 with two feet, `.5` no door and five feet, `-` neither. A
 * comma works like the dot. Undefined for invalid text: a door twice, a seventh door, a sixth foot.
 */
export function parseDoors(typed: string): TypedDoors | undefined {
  const text = typed.replace(/\s/g, '');
  const parts = wonAndFeet.exec(text === '-' ? '.0' : text);
  if (!parts || text === '') return undefined;
  const [, won = '', feet = '0'] = parts;
  const penality = Number(feet);
  if (penality > maxPenality || new Set(won).size !== won.length) return undefined;
  return { doors: forDoors((_, index) => won.includes(String(index + 1))), penality };
}

/**
 * Parses a time in seconds: `117`, `1:57`, `1'57`, `57.25` or `1:57,25`. Undefined if it is longer than 120 seconds, more
 * precise than hundredths, or not a time, such as `7:99`.
 */
export const parseTime = (typed: string): number | undefined =>
  runSubmissionSchema.shape.chrono_sec.safeParse(parseChrono(typed)).data;

/** Parses a bib; undefined if it is not one. */
export function parseBib(typed: string): number | undefined {
  const text = typed.trim();
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
