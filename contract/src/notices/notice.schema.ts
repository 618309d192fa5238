import * as z from 'zod/mini';
import { idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/** Maximum length of a notice, in characters: it is read at a glance, in gloves (N1). */
const maxNotice = 160;

/** Lifetime of a notice that is not withdrawn, in ms: a competition lasts a day (N1). */
export const noticeOpenMs = 24 * 60 * 60 * 1000;

/** Whether a notice sent at this moment is still shown; `now` in ms (N1). */
export const isNoticeOpen = (sent_at: string, now: number): boolean => Date.parse(sent_at) > now - noticeOpenMs;

/** A notice to the referees of one zone, or to all if `zone_id` is null (N1). */
export const noticeInputSchema = z.object({
  text: line(1, maxNotice),
  zone_id: z.nullable(idSchema),
});
export type NoticeInput = z.infer<typeof noticeInputSchema>;

/** A notice for a referee's phone (N2). */
export const phoneNoticeSchema = z.object({
  id: idSchema,
  text: z.string(),
  zone_id: z.nullable(idSchema),
  sent_at: storedTimeSchema,
});
export type PhoneNotice = z.infer<typeof phoneNoticeSchema>;

/** A notice for the organiser, with the referees who confirmed it, the latest first (N3). */
export const noticeSchema = z.extend(phoneNoticeSchema, {
  zone_name: z.nullable(z.string()),
  sent_by: z.string(),
  confirmed_by: z.array(z.object({ name: z.string(), confirmed_at: storedTimeSchema })),
});
export type Notice = z.infer<typeof noticeSchema>;
