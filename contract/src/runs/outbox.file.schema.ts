import * as z from 'zod/mini';
import { categorySchema, genderSchema } from '../categories/category.schema.ts';
import { idSchema, line, timeSchema } from '../text/text.schema.ts';
import { runSubmissionSchema } from './run.schema.ts';
import { refusedRunSchema } from './run.sheet.schema.ts';

/*
 * The file into which a referee's phone writes the runs that it could not send, so that an organiser can import them.
 * What its runs hold is looked at one by one: a run that cannot be read does not keep the others out.
 */

/** Most runs that one file holds; a day of one referee is some hundreds. */
export const maxOutboxRuns = 2_000;

/** A run in the file: what would have been sent, and who recorded it. */
export const outboxRunSchema = z.extend(runSubmissionSchema, {
  referee_name: line(1),
  /** The account that recorded it, where the phone knew. */
  user: z.catch(z.nullish(idSchema), null),
  /** With a bib that is on no list: what the referee saw of the rider. */
  category: z.optional(categorySchema),
  gender: z.optional(genderSchema),
});
export type OutboxRun = z.infer<typeof outboxRunSchema>;

export const outboxFileSchema = z.object({
  dossard_outbox: z.literal(1),
  competition_id: idSchema,
  exported_at: timeSchema,
  runs: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(maxOutboxRuns)),
});
export type OutboxFile = z.infer<typeof outboxFileSchema>;

/** What became of the runs of a file: stored, known before, or refused and why. */
export const outboxImportSchema = z.object({
  stored: z.int(),
  already_there: z.int(),
  refused: z.array(refusedRunSchema),
});
export type OutboxImport = z.infer<typeof outboxImportSchema>;
