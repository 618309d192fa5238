import * as z from 'zod/mini';
import { chainHeadSchema } from '../chain/chain.schema.ts';
import { submissionIdSchema } from '../runs/run.schema.ts';
import { idSchema, timeSchema } from '../text/text.schema.ts';

/** What the server confirmed of a run that a phone sent (H4). */
export const receiptSchema = z.object({
  submission_id: submissionIdSchema,
  competition_id: idSchema,
  zone_name: z.string(),
  dossard: idSchema,
  run_number: idSchema,
  points: z.int(),
  /** When the phone got the answer. */
  confirmed_at: timeSchema,
  head: chainHeadSchema,
});
export type Receipt = z.infer<typeof receiptSchema>;

/** The file in which a phone hands its receipts on. */
export const receiptFileSchema = z.object({
  dossard_receipts: z.literal(1),
  exported_at: timeSchema,
  receipts: z.array(receiptSchema),
});
export type ReceiptFile = z.infer<typeof receiptFileSchema>;
