import * as z from 'zod/mini';
import { roleSchema } from '../access/permissions.ts';
import { idSchema } from '../text/text.schema.ts';

/** Which competition to start from, and what to copy besides zones, graduations and settings (M1). */
export const copyChoiceSchema = z.object({
  competition_id: idSchema,
  members: z._default(z.boolean(), true),
  riders: z._default(z.boolean(), false),
});
export type CopyChoice = z.infer<typeof copyChoiceSchema>;

/** What can be copied from a competition. */
export const copyPreviewSchema = z.object({
  zones: z.array(z.object({ name: z.string(), graduations: z.int() })),
  members: z.array(z.object({ first_name: z.string(), last_name: z.string(), role: roleSchema })),
  riders: z.int(),
  /** Riders whose personal data were erased, who are not copied. */
  erased_riders: z.int(),
});
export type CopyPreview = z.infer<typeof copyPreviewSchema>;

/** How many of each were copied. */
export const copiedSchema = z.object({
  zones: z.int(),
  graduations: z.int(),
  members: z.int(),
  riders: z.int(),
});
export type Copied = z.infer<typeof copiedSchema>;
