import * as z from 'zod/mini';
import { reasonSchema } from '../declarations/result.state.schema.ts';
import { idSchema } from '../text/text.schema.ts';

/** Maximum number of runs that are moved at once. */
const maxMovedRuns = 200;
const runKeyShape = { dossard: idSchema, run_number: idSchema };

/** Runs that were recorded under a wrong bib, and the bib they belong to. */
export const runMoveSchema = z.object({
  runs: z.array(z.object(runKeyShape)).check(z.minLength(1), z.maxLength(maxMovedRuns)),
  to: idSchema,
  /** Required if a group of these riders is official (E6). */
  reason: z.optional(reasonSchema),
  dry_run: z.optional(z.boolean()),
});
export type RunMove = z.infer<typeof runMoveSchema>;

/** The moved runs, by their former bib and number; runs that the bib already has are left out. */
export const movedRunsSchema = z.object({
  moved: z.array(z.object({ ...runKeyShape, new_run_number: idSchema })),
});
export type MovedRuns = z.infer<typeof movedRunsSchema>;
