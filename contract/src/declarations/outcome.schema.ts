import * as z from 'zod/mini';

/** The outcome of a complaint (E9). */
export const outcomeSchema = z.enum(['granted', 'refused', 'withdrawn']);
export type Outcome = z.infer<typeof outcomeSchema>;
