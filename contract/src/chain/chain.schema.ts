import * as z from 'zod/mini';

/**
 * The head of a competition's chain of log entries (H1): the number of entries, and the hash of the last one, in hex.
 */
export const chainHeadSchema = z.object({ length: z.int(), sha256: z.string() });
export type ChainHead = z.infer<typeof chainHeadSchema>;
