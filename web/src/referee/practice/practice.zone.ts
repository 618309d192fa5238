import { forPoints } from '@dossard/contract/runs/doors.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import type { Rider } from '../flow/rider.ts';

/* The zone for practice: one graduation, and a rider for every bib (F6). */

export const practiceGraduation: Graduation = {
  id: 0,
  category: 'U13',
  gender: 'F',
  ...forPoints(() => 10),
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
