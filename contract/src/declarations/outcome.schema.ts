import * as z from 'zod/mini';

/** How a complaint ends (E9). */
export const outcomeSchema = z.enum(['granted', 'refused', 'withdrawn']);
export type Outcome = z.infer<typeof outcomeSchema>;
