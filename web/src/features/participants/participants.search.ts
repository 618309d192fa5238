import * as z from 'zod/mini';

const tabSchema = z.enum(['import', 'add', 'list']);
export type ParticipantsTab = z.infer<typeof tabSchema>;

/** What the address of the participants says; whatever is not understood counts as not said. */
export const participantsSearch = z.object({ tab: z.catch(z.optional(tabSchema), undefined) });
