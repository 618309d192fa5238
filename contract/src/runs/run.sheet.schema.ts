import * as z from 'zod/mini';
import { idSchema } from '../text/text.schema.ts';

/** Maximum number of runs per call. */
const maxSheetRuns = 200;

/**
 * Runs typed from paper, in the format of submissions; each is validated separately, so that an invalid one does not
 * block the others.
 */
export const runSheetSchema = z.object({
  runs: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(maxSheetRuns)),
});
export type RunSheet = z.infer<typeof runSheetSchema>;

/** A run that was not stored, with the reason. */
export const refusedRunSchema = z.object({
  /** Null if it has no valid id. */
  submission_id: z.nullable(z.string()),
  dossard: z.nullable(idSchema),
  code: z.string(),
  message: z.string(),
});

/** The result for the runs of a sheet: stored, known before under their submission ids, or refused. */
export const sheetOutcomeSchema = z.object({
  stored: z.int(),
  known: z.int(),
  refused: z.array(refusedRunSchema),
});
export type SheetOutcome = z.infer<typeof sheetOutcomeSchema>;
