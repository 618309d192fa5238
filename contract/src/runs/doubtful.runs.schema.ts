import * as z from 'zod/mini';
import { genderSchema } from '../text/category.schema.ts';
import { idSchema } from '../text/text.schema.ts';
import { runSchema } from './run.schema.ts';

/** Two runs of a rider in one zone that begin within this time are doubtful, in seconds (domain: "Plausibility"). */
export const doubtfulWithinSec = 120;

/** Two runs of one rider in one zone, by two phones, so close together that they may be one. */
export const doubtfulPairSchema = z.object({
  /** `dossard-run_number-run_number`, the lower number first. */
  pair: z.string(),
  dossard: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  category: z.string(),
  gender: genderSchema,
  zone_id: idSchema,
  zone_name: z.string(),
  runs: z.array(runSchema).check(z.length(2)),
});
export type DoubtfulPair = z.infer<typeof doubtfulPairSchema>;

/** Which of the two runs stays: both of them, or the one of this number. */
export const doubtfulChoiceSchema = z.object({ keep: z.union([z.literal('both'), idSchema]) });
export type DoubtfulChoice = z.infer<typeof doubtfulChoiceSchema>;
