import * as z from 'zod/mini';
import { groupSchema } from '../categories/group.ts';
import { idParameter, numberParameter } from '../text/number.parameter.ts';
import { idSchema, namesShape } from '../text/text.schema.ts';
import { runSchema } from './run.schema.ts';

/** Two runs of a rider in one zone within this time are doubtful, in seconds (D2). */
export const doubtfulWithinSec = 120;

/** Two successive runs of one rider in one zone, from two phones, so close together that they may be the same ride. */
const doubtfulPairSchema = z.object({
  /** `dossard-run_number-run_number`, the lower number first. */
  pair: z.string(),
  dossard: idSchema,
  ...namesShape,
  ...groupSchema.shape,
  zone_id: idSchema,
  zone_name: z.string(),
  runs: z.array(runSchema).check(z.length(2)),
});
export type DoubtfulPair = z.infer<typeof doubtfulPairSchema>;

/** Maximum number of pairs in one answer; settled ones make room for the next. */
const maxDoubtfulPairs = 100;

export const doubtfulQuerySchema = z.object({
  /** Only pairs of this rider. */
  dossard: z.optional(idParameter),
  /** 0 to get only `total`. */
  limit: z._default(numberParameter(0, maxDoubtfulPairs), maxDoubtfulPairs),
});
export type DoubtfulQuery = z.infer<typeof doubtfulQuerySchema>;

export const doubtfulListSchema = z.object({
  /** The latest first. */
  pairs: z.array(doubtfulPairSchema),
  /** Number of all pairs, including those beyond the limit. */
  total: z.int(),
});
export type DoubtfulList = z.infer<typeof doubtfulListSchema>;

/** Which of the two runs stays: both of them, or the one of this number. */
export const doubtfulChoiceSchema = z.object({ keep: z.union([z.literal('both'), idSchema]) });
export type DoubtfulChoice = z.infer<typeof doubtfulChoiceSchema>;
