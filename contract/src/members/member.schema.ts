import * as z from 'zod/mini';
import { roleSchema } from '../access/permissions.ts';
import { idSchema, namesShape } from '../text/text.schema.ts';

/** A user with a role in a competition. */
export const memberSchema = z.object({
  id: idSchema,
  ...namesShape,
  email: z.string(),
  role: roleSchema,
  /** Whether the address is verified: until then an editor or admin may only referee (A4). */
  verified: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const memberRoleSchema = z.object({ user_id: idSchema, role: roleSchema });
export const memberKeySchema = z.object({ user_id: idSchema });
