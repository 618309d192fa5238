import * as z from 'zod/mini';
import { type RiderStatus, statusSchema } from '../rankings/rider.status.ts';
import { idSchema, line } from '../text/text.schema.ts';

/*
 * The columns of a rider's status. It has a call of its own and is never imported; the history, undo and erasure know it
 * with the fields of the rider.
 */

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
