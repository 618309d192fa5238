import * as z from 'zod/mini';
import { groupInputSchema, groupSchema } from '../categories/group.ts';
import { idSchema, storedTimeSchema } from '../text/text.schema.ts';
import { paperShape, runSubmissionSchema } from './run.schema.ts';

/*
 * A run of an unknown bib: an offline referee recorded it anyway, for the category and gender that they saw. It counts
 * nowhere until an organiser assigns it to a rider.
 */

/** An unresolved run in a request of a referee's phone. */
export const unresolvedSubmissionSchema = z.extend(runSubmissionSchema, {
  ...groupInputSchema.shape,
});
export type UnresolvedSubmission = z.infer<typeof unresolvedSubmissionSchema>;

/** `waiting` for the organiser, `resolved` into a run, or `discarded`. */
const unresolvedStateSchema = z.enum(['waiting', 'resolved', 'discarded']);

export const unresolvedRunSchema = z.object({
  submission_id: z.string(),
  competition_id: idSchema,
  zone_id: idSchema,
  zone_name: z.string(),
  /** The bib that the referee saw. */
  dossard: idSchema,
  ...groupSchema.shape,
  ...paperShape,
  /** Points by the zone's graduation for the group that the referee saw; 0 if there is none. */
  points: z.int(),
  referee_name: z.string(),
  recorded_at: z.nullable(storedTimeSchema),
  received_at: storedTimeSchema,
  state: unresolvedStateSchema,
});
export type UnresolvedRun = z.infer<typeof unresolvedRunSchema>;

/** Maximum number of unresolved runs in one answer, oldest first. */
export const maxUnresolvedListed = 200;

/** The waiting runs, oldest first, and the number of all. */
export const unresolvedListSchema = z.object({ runs: z.array(unresolvedRunSchema), total: z.int() });

/** The bib of the rider to assign the run to. */
export const resolutionSchema = z.object({ dossard: idSchema });

/** Whether a quarantined run becomes a run of its rider, or is discarded (U3). */
export const quarantineDecisionSchema = z.object({ accept: z.boolean() });
