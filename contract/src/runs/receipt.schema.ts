import * as z from 'zod/mini';
import { chainHeadSchema } from '../chain/chain.schema.ts';
import { idSchema, timeSchema } from '../text/text.schema.ts';
import { submissionIdSchema } from './run.schema.ts';

/** The server's confirmation of a run sent by a phone (H4). */
const receiptSchema = z.object({
  submission_id: submissionIdSchema,
  competition_id: idSchema,
  zone_name: z.string(),
  dossard: idSchema,
  run_number: idSchema,
  points: z.int(),
  /** When the phone received the answer. */
  confirmed_at: timeSchema,
  head: chainHeadSchema,
});

/** The file in which a phone exports its receipts. */
export const receiptFileSchema = z.object({
  dossard_receipts: z.literal(1),
  exported_at: timeSchema,
  receipts: z.array(receiptSchema),
});
export type ReceiptFile = z.infer<typeof receiptFileSchema>;
