import * as z from 'zod/mini';
import { groupFilterSchema } from '../categories/group.ts';
import { idSchema, line, timeSchema } from '../text/text.schema.ts';
import { runSubmissionSchema } from './run.schema.ts';
import { refusedRunSchema } from './run.sheet.schema.ts';

/*
 * The file to which a referee's phone exports unsent runs, so that an organiser can import them. The runs are validated
 * one by one: an invalid run does not prevent the import of the others.
 */

/** Maximum number of runs in a file; a referee records some hundreds in a day. */
export const maxOutboxRuns = 2_000;

/** A run in the file: its submission, and who recorded it. */
export const outboxRunSchema = z.extend(runSubmissionSchema, {
  referee_name: line(1),
  /** The account that recorded it, if the phone knew it. */
  user: z.catch(z.nullish(idSchema), null),
  /** For an unknown bib: the category that the referee saw. */
  ...groupFilterSchema.shape,
});
export type OutboxRun = z.infer<typeof outboxRunSchema>;

export const outboxFileSchema = z.object({
  dossard_outbox: z.literal(1),
  competition_id: idSchema,
  exported_at: timeSchema,
  runs: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(maxOutboxRuns)),
});
export type OutboxFile = z.infer<typeof outboxFileSchema>;

/** The result for the runs of a file: stored, known before, or refused with the reason. */
export const outboxImportSchema = z.object({
  stored: z.int(),
  already_there: z.int(),
  refused: z.array(refusedRunSchema),
});
export type OutboxImport = z.infer<typeof outboxImportSchema>;
