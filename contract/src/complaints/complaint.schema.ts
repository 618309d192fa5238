import * as z from 'zod/mini';
import { groupSchema } from '../categories/group.ts';
import { outcomeSchema } from '../declarations/outcome.schema.ts';
import { reasonSchema } from '../declarations/result.state.schema.ts';
import { runUpdateSchema } from '../runs/run.schema.ts';
import { as, idSchema, line, namesShape, paragraph, storedTimeSchema } from '../text/text.schema.ts';

/** A complaint, entered for a rider (E9). */
export const complaintInputSchema = z.object({
  dossard: idSchema,
  /** The run concerned; null for anything else. */
  run_number: z._default(z.nullable(idSchema), null),
  text: paragraph(1000).check(z.minLength(1)),
  /** The fee that was paid, as text. */
  fee: z._default(line(0, 100), ''),
});
export type ComplaintInput = z.infer<typeof complaintInputSchema>;

/** The state of a complaint; `open` until a jury decides, or the rider withdraws it. */
const complaintStateSchema = z.enum(['open', 'granted', 'refused', 'withdrawn']);
export type ComplaintState = z.infer<typeof complaintStateSchema>;

/** The decision of a complaint: by named people with a reason; granting it may correct its run (E9). */
export const complaintDecisionSchema = z
  .object({
    outcome: outcomeSchema,
    jury: z._default(z.array(line(1, 100)).check(z.maxLength(10, as('too_many'))), []),
    reason: z._default(reasonSchema, ''),
    /** The corrected run; only if a complaint about a run is granted. */
    correction: z.optional(
      z.omit(runUpdateSchema, { competition_id: true, dossard: true, run_number: true, reason: true }),
    ),
  })
  .check(
    z.refine(({ outcome, jury }) => outcome === 'withdrawn' || jury.length > 0, {
      path: ['jury'],
      error: as('required'),
    }),
    z.refine(({ outcome, reason }) => outcome === 'withdrawn' || reason !== '', {
      path: ['reason'],
      error: as('required'),
    }),
  );
export type ComplaintDecision = z.infer<typeof complaintDecisionSchema>;

export const complaintSchema = z.extend(groupSchema, {
  id: idSchema,
  dossard: idSchema,
  ...namesShape,
  run_number: z.nullable(idSchema),
  text: z.string(),
  fee: z.string(),
  made_by: z.string(),
  made_at: storedTimeSchema,
  state: complaintStateSchema,
  jury: z.array(z.string()),
  reason: z.nullable(z.string()),
  decided_at: z.nullable(storedTimeSchema),
});
export type Complaint = z.infer<typeof complaintSchema>;
