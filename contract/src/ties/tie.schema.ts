import * as z from 'zod/mini';
import { seenSchema } from '../calls/seen.schema.ts';
import { groupInputSchema, groupSchema } from '../categories/group.ts';
import { maxReason } from '../declarations/result.state.schema.ts';
import { as, idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/** A jury's order of riders whom no other rule separates (R15). */
export const tieInputSchema = z.extend(groupInputSchema, {
  /** The riders, best first. */
  dossards: z.array(idSchema).check(
    z.minLength(2),
    z.maxLength(100, as('too_many')),
    z.refine((dossards) => new Set(dossards).size === dossards.length, as('invalid_choice')),
  ),
  reason: line(1, maxReason),
  seen: seenSchema,
});
export type TieInput = z.infer<typeof tieInputSchema>;

const tieDecisionSchema = z.extend(groupSchema, {
  dossards: z.array(idSchema),
  reason: z.string(),
  decided_at: storedTimeSchema,
  /** Whether it orders all riders of the present tie; otherwise it is ignored. */
  holds: z.boolean(),
});
export type TieDecision = z.infer<typeof tieDecisionSchema>;

/** Riders whom no other rule separates, in the order of their bibs. */
const openTieSchema = z.extend(groupSchema, {
  riders: z.array(z.object({ dossard: idSchema, first_name: z.string(), last_name: z.string() })),
});
export type OpenTie = z.infer<typeof openTieSchema>;

export const tiesSchema = z.object({
  ties: z.array(tieDecisionSchema),
  /** Ties without a decision. */
  open: z.array(openTieSchema),
});
export type Ties = z.infer<typeof tiesSchema>;
