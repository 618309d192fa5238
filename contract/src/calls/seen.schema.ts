import * as z from 'zod/mini';

/**
 * The values that an editor saw before changing some of them, by field. A write that carries them is refused with
 * `edit_conflict` and the current values when somebody else has changed one since.
 */
export const seenSchema = z.optional(z.record(z.string(), z.unknown()));
export type Seen = z.infer<typeof seenSchema>;
