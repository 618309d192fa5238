import * as z from 'zod/mini';
import { type Language, say } from '../language/language.ts';
import { m } from '../paraglide/messages.js';

/* The status that an organiser sets for a rider (R10–R13). */

export const statusSchema = z.enum(['dns', 'dnf', 'dsq', 'nc']);
export type RiderStatus = z.infer<typeof statusSchema>;

/** Formats the name of a status in a ranking. */
export const formatStatus = (status: RiderStatus, language: Language): string =>
  say(m.rider_status, { status }, language);

/** Formats the abbreviation shown instead of a rank, the same in both languages: DNS, DNF, DSQ, NC. */
export const statusLetters = (status: RiderStatus): string => status.toUpperCase();

/** Order of unranked riders; null means no status and no run yet (R8, R10–R13). */
const unrankedOrder = [null, 'dnf', 'nc', 'dns', 'dsq'] as const;

/**
 * Returns a rider's position in the order of the unranked, or undefined if the rider is ranked: with runs, and without
 * a status or DNF.
 */
export function unrankedPlace(status: RiderStatus | null, hasRuns: boolean): number | undefined {
  if (hasRuns && (status === null || status === 'dnf')) return undefined;
  return unrankedOrder.indexOf(status);
}
