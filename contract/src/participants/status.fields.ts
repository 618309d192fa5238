import * as z from 'zod/mini';
import { type RiderStatus, statusSchema } from '../rankings/rider.status.ts';
import { idSchema, line } from '../text/text.schema.ts';

/*
 * The columns of a rider's status. It has its own call and is never imported; history, undo and erasure treat it like
 * the rider's fields.
 */

/** The columns of a rider's status; the reason is personal, and visible to organisers only. */
export const statusNames = ['status', 'status_reason'] as const;
export const statusShape = { status: z.nullable(statusSchema), status_reason: z.nullable(z.string()) };
/** The columns of a rider without a status; also of a removed rider, because a new one may take the bib. */
export const noStatus = { status: null, status_reason: null };
export type StatusFacts = { status: RiderStatus | null; status_reason: string | null };

/**
 * A status in a request; null removes it. An empty reason counts as none, and without a status the reason is dropped.
 */
export const statusUpdateSchema = z.object({
  competition_id: idSchema,
  dossard_number: idSchema,
  status: z.nullable(statusSchema),
  reason: z.nullish(line(0)),
  /** The status that the caller read, with its reason; what is absent is not checked. */
  seen: z.optional(z.partial(z.object(statusShape))),
});
export type StatusUpdate = z.infer<typeof statusUpdateSchema>;
