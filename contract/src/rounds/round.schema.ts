import * as z from 'zod/mini';
import { seenSchema } from '../calls/seen.schema.ts';
import { groupInputSchema, groupListSchema, groupSchema } from '../categories/group.ts';
import { as, idSchema, riderShape } from '../text/text.schema.ts';

/** Which competition this one follows; null for none. */
export const followsInputSchema = z.object({
  competition_id: z.nullable(idSchema),
  groups: groupListSchema(z.extend(groupInputSchema, { first: z.int().check(z.minimum(1), z.maximum(1_000)) })),
});
export type FollowsInput = z.infer<typeof followsInputSchema>;
/** A group of the previous round, and how many of its first riders qualify (R16). */
export type FirstOfGroup = FollowsInput['groups'][number];

export const followsSchema = z.object({
  competition_id: z.nullable(idSchema),
  /** The name of that competition; null for none, or if it was deleted, or is private and suspended. */
  competition_name: z.nullable(z.string()),
  groups: z.array(z.extend(groupSchema, { first: z.int() })),
  /** Whether the account that made it follow no longer manages the previous round (X2). */
  suspended: z.boolean(),
});
export type Follows = z.infer<typeof followsSchema>;

export const takeOverSchema = z.object({ dry_run: z._default(z.boolean(), false) });

/**
 * What happens to a rider of the previous round: `added`, already `present`, `withdrawn` and replaced by the next, or
 * skipped because another rider has the bib (`bib_taken`).
 */
const takenOutcomeSchema = z.enum(['added', 'present', 'withdrawn', 'bib_taken']);
export type TakenOutcome = z.infer<typeof takenOutcomeSchema>;

/** A qualified rider, in the start order. */
const takenRiderSchema = z.extend(groupSchema, {
  dossard: idSchema,
  ...riderShape,
  /** The rank in the previous round. */
  rank: z.int(),
  /** From 1 within the group; null for a rider who does not start in it. */
  start_position: z.nullable(z.int()),
  outcome: takenOutcomeSchema,
});
export type TakenRider = z.infer<typeof takenRiderSchema>;

export const takenRidersSchema = z.object({
  /** Group by group, in the start order: the last of the previous round comes first. */
  riders: z.array(takenRiderSchema),
  added: z.int(),
});
export type TakenRiders = z.infer<typeof takenRidersSchema>;

/** The start order of a group, first rider first. `seen` contains the `dossards` of the order that the caller saw. */
export const startOrderInputSchema = z.extend(groupInputSchema, {
  dossards: z.array(idSchema).check(
    z.maxLength(1_000, as('too_many')),
    z.refine((dossards) => new Set(dossards).size === dossards.length, as('invalid_choice')),
  ),
  seen: seenSchema,
});
export type StartOrderInput = z.infer<typeof startOrderInputSchema>;

export const startOrderSchema = z.object({
  groups: z.array(
    z.extend(groupSchema, {
      riders: z.array(
        z.object({
          dossard: idSchema,
          ...riderShape,
          start_position: z.int(),
        }),
      ),
    }),
  ),
});
export type StartOrder = z.infer<typeof startOrderSchema>;
