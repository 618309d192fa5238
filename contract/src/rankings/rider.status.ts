import * as z from 'zod/mini';
import type { Words } from '../language/language.ts';

/* What an organiser says of a rider besides their runs (R10–R13). */

export const statusSchema = z.enum(['dns', 'dnf', 'dsq', 'nc']);
export type RiderStatus = z.infer<typeof statusSchema>;

/** What each status is called in a ranking. */
export const statusWords = {
  dns: { fr: 'Non partant', en: 'Did not start' },
  dnf: { fr: 'Abandon', en: 'Did not finish' },
  dsq: { fr: 'Disqualifié', en: 'Disqualified' },
  nc: { fr: 'Non classé', en: 'Not classified' },
} as const satisfies Record<RiderStatus, Words>;

/** The letters of a status where a rank would stand, alike in both languages: DNS, DNF, DSQ, NC. */
export const statusLetters = (status: RiderStatus): string => status.toUpperCase();

/** Where riders stand who are not ranked, first to last: no run yet (R8), then by status (R10–R13). */
const unrankedOrder = [null, 'dnf', 'nc', 'dns', 'dsq'] as const;

/**
 * Finds where a rider stands behind the ranked; undefined is among them. Only a rider with runs is ranked, without a
 * status or as one who did not finish.
 */
export function unrankedPlace(status: RiderStatus | null, hasRuns: boolean): number | undefined {
  if (hasRuns && (status === null || status === 'dnf')) return undefined;
  return unrankedOrder.indexOf(status);
}
