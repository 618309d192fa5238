import * as z from 'zod/mini';
import { idSchema } from '../text/text.schema.ts';

/** Most runs that one call takes from a paper sheet. */
export const maxSheetRuns = 200;

/** Runs typed from paper, in the shape of submissions; each is looked at by itself, so that a bad one keeps no other out. */
export const runSheetSchema = z.object({
  runs: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(maxSheetRuns)),
});
export type RunSheet = z.infer<typeof runSheetSchema>;

/** A run that was not stored, and why. */
export const refusedRunSchema = z.object({
  /** Null where none can be read. */
  submission_id: z.nullable(z.string()),
  dossard: z.nullable(idSchema),
  code: z.string(),
  message: z.string(),
});

/** What became of the runs of a sheet: stored, known before under their submission ids, or refused. */
export const sheetOutcomeSchema = z.object({
  stored: z.int(),
  known: z.int(),
  refused: z.array(refusedRunSchema),
});
export type SheetOutcome = z.infer<typeof sheetOutcomeSchema>;
