import * as z from 'zod/mini';
import { idSchema, line } from '../text/text.schema.ts';

/*
 * What an organiser says of a rider besides their runs (R10–R13). It has a call of its own and is never imported; the
 * history, undo and erasure know it with the fields of the rider.
 */

export const statusSchema = z.enum(['dns', 'dnf', 'dsq', 'nc']);
export type RiderStatus = z.infer<typeof statusSchema>;

/** The letters of a status where a rank would stand, alike in both languages: DNS, DNF, DSQ, NC. */
export const statusLetters = (status: RiderStatus): string => status.toUpperCase();

/** The columns of a rider's status; the reason is for organisers alone, and personal. */
export const statusNames = ['status', 'status_reason'] as const;
export const statusShape = { status: z.nullable(statusSchema), status_reason: z.nullable(z.string()) };
/** The columns of a rider of whom nothing is said; a removed rider's too, since a new one may take the bib. */
export const noStatus = { status: null, status_reason: null };
export type StatusFacts = { status: RiderStatus | null; status_reason: string | null };

/** A status as it is sent; null takes it back. An empty reason is none, and without a status there is no reason. */
export const statusUpdateSchema = z.object({
  competition_id: idSchema,
  dossard_number: idSchema,
  status: z.nullable(statusSchema),
  reason: z.nullish(line(0)),
});
export type StatusUpdate = z.infer<typeof statusUpdateSchema>;

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
