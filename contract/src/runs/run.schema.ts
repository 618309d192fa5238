import * as z from 'zod/mini';
import { chainHeadSchema } from '../chain/chain.schema.ts';
import { reasonSchema } from '../declarations/result.state.schema.ts';
import { phoneIdSchema } from '../phones/phone.schema.ts';
import { as, idSchema, storedTimeSchema, timeSchema } from '../text/text.schema.ts';
import { forDoors } from './doors.ts';

/** Maximum time of a run on the timer, in seconds (F3). */
export const maxChronoSec = 120;
/** Number of penalties that ends a run (F3). */
export const maxPenality = 5;

export const doorsShape = forDoors(() => z.boolean());
/** What a judge notes of a run. */
export const paperShape = { ...doorsShape, penality: z.int(), chrono_sec: z.number() };

/** Whether a number of seconds has at most two decimals, which are stored exactly. */
function isHundredths(seconds: number): boolean {
  return Math.abs(seconds * 100 - Math.round(seconds * 100)) < 1e-6;
}
const chronoSchema = z.number().check(z.minimum(0), z.refine(isHundredths, as('not_hundredths')));

export const submissionIdSchema = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,100}$/, as('invalid_submission_id')));

/** A run in a request of a referee's phone. */
export const runSubmissionSchema = z.object({
  submission_id: submissionIdSchema,
  competition_id: idSchema,
  zone_id: idSchema,
  dossard: idSchema,
  ...doorsShape,
  penality: z.int().check(z.minimum(0), z.maximum(maxPenality)),
  chrono_sec: chronoSchema.check(z.maximum(maxChronoSec)),
  recorded_at: z.nullish(timeSchema),
  /** The phone that sends it; two runs of the same ride from different phones are doubtful. */
  phone_id: z.nullish(phoneIdSchema),
});
export type RunSubmission = z.infer<typeof runSubmissionSchema>;

/** A correction of a run by an editor; `version` is the one that was read. */
export const runUpdateSchema = z.object({
  run_number: idSchema,
  competition_id: idSchema,
  dossard: idSchema,
  zone_id: idSchema,
  ...doorsShape,
  penality: z.int().check(z.minimum(0), z.maximum(1000)),
  chrono_sec: chronoSchema.check(z.maximum(99_999)),
  version: z.optional(z.int().check(z.minimum(1))),
  /** Required in a group whose result is official (E6). */
  reason: z.optional(reasonSchema),
});
export type RunUpdate = z.infer<typeof runUpdateSchema>;

export const runSchema = z.object({
  run_number: idSchema,
  competition_id: idSchema,
  dossard: idSchema,
  zone_id: idSchema,
  zone_name: z.string(),
  ...paperShape,
  referee_name: z.string(),
  points: z.int(),
  /** Whether a graduation gives the run points; without one it is worth 0 (R9). */
  graded: z.boolean(),
  /** Whether the competition's ranking rule counts this run (R2). */
  counted: z.boolean(),
  /** Whether this version was compared with a judge's sheet (P5); absent in answers of older servers. */
  checked: z.optional(z.boolean()),
  version: z.int(),
  /** As the phone sent it. */
  recorded_at: z.nullable(storedTimeSchema),
  received_at: storedTimeSchema,
  /** By the server's clock (D4). */
  ridden_at: storedTimeSchema,
  deleted: z.optional(z.boolean()),
});
export type Run = z.infer<typeof runSchema>;

/** A run in the answer to its submission, which proves that the server stored exactly this submission. */
export const recordedRunSchema = z.extend(runSchema, {
  submission_id: z.string(),
  /** It came after its judge's link had ended, and counts only once an editor accepts it (U3). */
  quarantined: z.optional(z.literal(true)),
  /** The head of the competition's chain at the time of the answer (H4); absent in answers of older servers. */
  head: z.optional(chainHeadSchema),
});
export type RecordedRun = z.infer<typeof recordedRunSchema>;
