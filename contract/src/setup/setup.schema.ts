import * as z from 'zod/mini';
import { strongPasswordSchema, tokenSchema } from '../accounts/account.schema.ts';
import { emailSchema } from '../text/text.schema.ts';

/** What the first super administrator chooses, with the token of the set-up link. */
export const setupSchema = z.object({ token: tokenSchema, email: emailSchema, password: strongPasswordSchema });
export type Setup = z.infer<typeof setupSchema>;

export const setupDemonstrationSchema = z.object({ token: tokenSchema });

/** The name of the first account, which asks for none, until its owner gives another. */
export const namelessOwner = { first_name: 'Super', last_name: 'Admin' } as const;
