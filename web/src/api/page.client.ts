import { createQueryClient } from './query.client.ts';

/** The query cache of the application; public pages have their own. */
export const queryClient = createQueryClient();
