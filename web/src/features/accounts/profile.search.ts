import * as z from 'zod/mini';

/** Which tab of the profile is open, as it stands in the address. */
export const profileSearch = z.object({ tab: z.catch(z.optional(z.enum(['profile', 'password'])), undefined) });
export type ProfileTab = 'profile' | 'password';
