import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import type { Rider } from '../flow/rider.ts';

/* The zone for practice: one graduation, and a rider for every bib (F6). */

export const practiceGraduation: Graduation = {
  id: 0,
  category: 'U13',
  gender: 'F',
  points_door1: 10,
  points_door2: 10,
  points_door3: 10,
  points_door4: 10,
  points_door5: 10,
  points_door6: 10,
};

/** Invents the rider of a bib number. */
export function inventRider(dossard_number: number): Rider {
  const { category, gender } = practiceGraduation;
  return {
    dossard_number,
    category,
    gender,
    first_name: m.practice_first_name(),
    last_name: m.practice_last_name(),
    earlier: { count: 0 },
  };
}
