import * as z from 'zod/mini';

/**
 * The values that an editor saw before changing some of them, by field. If somebody else has changed one since, the
 * write is rejected with `edit_conflict` and the current values.
 */
export const seenSchema = z.optional(z.record(z.string(), z.unknown()));
export type Seen = z.infer<typeof seenSchema>;
