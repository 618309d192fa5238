import { tokenSchema } from '@dossard/contract/accounts/account.schema.ts';
import * as z from 'zod/mini';

/** The token in the address of a mailed link or a QR code. */
export const tokenSearch = z.object({ token: z.catch(z.optional(tokenSchema), undefined) });
