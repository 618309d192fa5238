import * as z from 'zod/mini';
import { writtenProblemSchema } from './refusals/problem.schema.ts';
import { runSchema } from './runs/run.schema.ts';

/** The body of every refusal (S8). */
export const refusalSchema = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.array(writtenProblemSchema)),
  request_id: z.string(),
  /** With `second_factor_required`: the factors that the account has. */
  factors: z.optional(z.object({ codes: z.boolean(), passkey: z.boolean() })),
  /** With `edit_conflict`: the current run. */
  run: z.optional(runSchema),
  /** With `runs_missing`: how many runs, of how many riders. */
  missing_runs: z.optional(z.int()),
  missing_riders: z.optional(z.int()),
  /** With `runs_unchecked`: how many runs. */
  unchecked_runs: z.optional(z.int()),
  /** With `edit_conflict` of other subjects: the current values of the fields that the caller had seen. */
  current: z.optional(z.record(z.string(), z.unknown())),
});
export type RefusalBody = z.infer<typeof refusalSchema>;
