import * as z from 'zod/mini';
import { genderSchema } from '../categories/category.schema.ts';
import { idSchema, storedTimeSchema } from '../text/text.schema.ts';
import { doorsShape, runSchema, runSubmissionSchema } from './run.schema.ts';

/*
 * Recorded runs checked against a sheet that a judge wrote: each line is compared with the runs of its rider in the zone
 * (P5).
 */

/** A line of a sheet, to be compared with what was recorded. */
export const sheetLineSchema = z.pick(runSubmissionSchema, {
  zone_id: true,
  dossard: true,
  door1: true,
  door2: true,
  door3: true,
  door4: true,
  door5: true,
  door6: true,
  penality: true,
  chrono_sec: true,
});
export type SheetLine = z.infer<typeof sheetLineSchema>;

/**
 * What a line says of the runs: one of them is the `same`, one `differs` until somebody decides, or the run is `missing`:
 * it stands on paper alone.
 */
export const checkedLineSchema = z.object({
  outcome: z.enum(['same', 'differs', 'missing']),
  /** The recorded run; null where it is missing. */
  run: z.nullable(runSchema),
});
export type CheckedLine = z.infer<typeof checkedLineSchema>;

/** Which one holds where paper and phone differ. */
export const checkDecisionSchema = z.object({
  dossard: idSchema,
  run_number: idSchema,
  keep: z.enum(['recorded', 'paper']),
});
export type CheckDecision = z.infer<typeof checkDecisionSchema>;

/** What the paper says of a run. */
export const paperRunSchema = z.object({ ...doorsShape, penality: z.int(), chrono_sec: z.number() });
export type PaperRun = z.infer<typeof paperRunSchema>;

/** Most differences in one answer; those that are decided make room for the next ones. */
export const maxDifferences = 100;

export const runChecksSchema = z.object({
  zones: z.array(
    z.object({
      zone_id: idSchema,
      /** Recorded runs; those of them that agree with the paper or were decided on; and those that wait for that. */
      runs: z.int(),
      checked: z.int(),
      differ: z.int(),
      /** Bibs with a run that no sheet was compared with, lowest first. */
      unchecked: z.array(z.int()),
      checked_by: z.array(z.object({ name: z.string(), runs: z.int() })),
    }),
  ),
  /** Runs that differ from the paper, the earliest check first. */
  differences: z.array(
    z.object({
      first_name: z.string(),
      last_name: z.string(),
      category: z.string(),
      gender: genderSchema,
      run: runSchema,
      paper: paperRunSchema,
      checked_by: z.string(),
      checked_at: storedTimeSchema,
    }),
  ),
});
export type RunChecks = z.infer<typeof runChecksSchema>;
