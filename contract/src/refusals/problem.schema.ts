import * as z from 'zod/mini';

/** A problem of the input in an answer, with its message. */
export const writtenProblemSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  /** The sheet of a workbook. */
  sheet: z.optional(z.string()),
  row: z.optional(z.int()),
  column: z.optional(z.string()),
  /** The word that was not understood, for `values` of the options of an import. */
  value: z.optional(z.string()),
});
