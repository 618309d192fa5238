import * as z from 'zod/mini';
import { groupSchema } from '../categories/group.ts';
import { idSchema, namesShape, storedTimeSchema } from '../text/text.schema.ts';
import { forDoors } from './doors.ts';
import { paperShape, runSchema, runSubmissionSchema } from './run.schema.ts';

/* Recorded runs checked against a judge's paper sheet: each line is compared with the rider's runs in the zone (P5). */

/** A line of a sheet, to compare with the recorded runs. */
export const sheetLineSchema = z.pick(runSubmissionSchema, {
  zone_id: true,
  dossard: true,
  ...forDoors(() => true as const),
  penality: true,
  chrono_sec: true,
});
export type SheetLine = z.infer<typeof sheetLineSchema>;

/**
 * The result of comparing a line: one of the runs is the `same`, one `differs` until somebody decides, or the run is
 * `missing`, because it is only on paper.
 */
export const checkedLineSchema = z.object({
  outcome: z.enum(['same', 'differs', 'missing']),
  /** The recorded run; null where it is missing. */
  run: z.nullable(runSchema),
});
export type CheckedLine = z.infer<typeof checkedLineSchema>;

/** Which one is right when paper and phone differ. */
export const checkDecisionSchema = z.object({
  dossard: idSchema,
  run_number: idSchema,
  keep: z.enum(['recorded', 'paper']),
});
export type CheckDecision = z.infer<typeof checkDecisionSchema>;

/** The values of a run on paper. */
const paperRunSchema = z.object(paperShape);
export type PaperRun = z.infer<typeof paperRunSchema>;

/** Maximum number of differences in one answer; decided ones make room for the next. */
export const maxDifferences = 100;

export const runChecksSchema = z.object({
  zones: z.array(
    z.object({
      zone_id: idSchema,
      /**
       * Number of recorded runs; of those that agree with the paper or were decided; and of those that still differ.
       */
      runs: z.int(),
      checked: z.int(),
      differ: z.int(),
      /** Bibs with a run that was not compared with a sheet, lowest first. */
      unchecked: z.array(z.int()),
      checked_by: z.array(z.object({ name: z.string(), runs: z.int() })),
      /** The same numbers of each group; absent in answers of older servers. */
      groups: z.optional(z.array(z.extend(groupSchema, { runs: z.int(), checked: z.int() }))),
    }),
  ),
  /** Runs that differ from the paper, the earliest check first. */
  differences: z.array(
    z.object({
      ...namesShape,
      ...groupSchema.shape,
      run: runSchema,
      paper: paperRunSchema,
      checked_by: z.string(),
      checked_at: storedTimeSchema,
    }),
  ),
});
export type RunChecks = z.infer<typeof runChecksSchema>;
