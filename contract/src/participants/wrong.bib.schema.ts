import * as z from 'zod/mini';
import { reasonSchema } from '../declarations/result.state.schema.ts';
import { as, idSchema } from '../text/text.schema.ts';

/** Two riders who change bibs; the reason is required if a group of theirs is official (E6). */
export const swapSchema = z.object({
  dossards: z.array(idSchema).check(
    z.length(2),
    z.refine(([one, other]) => one !== other, as('invalid_choice')),
  ),
  /** The names that the caller read, in this order: a colleague may have exchanged the two already. */
  seen: z.optional(z.array(z.object({ first_name: z.string(), last_name: z.string() })).check(z.length(2))),
  reason: z.optional(reasonSchema),
});
export type Swap = z.infer<typeof swapSchema>;

/** Two bibs of one rider: the one that stays, and the one whose runs and bindings go to it. */
export const mergeSchema = z
  .object({ keep: idSchema, remove: idSchema, reason: z.optional(reasonSchema) })
  .check(z.refine(({ keep, remove }) => keep !== remove, { error: as('invalid_choice'), path: ['remove'] }));
export type Merge = z.infer<typeof mergeSchema>;
