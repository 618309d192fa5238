import * as z from 'zod/mini';
import { languages } from '../language/language.ts';
import { as } from '../text/text.schema.ts';

/** The address at a browser's push service: https, without credentials. Whether it may be called is decided when it is. */
const endpointSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(1_000), z.refine(isWebAddress, as('invalid_web_address')));

function isWebAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return protocol === 'https:' && username === '' && password === '';
  } catch {
    return false;
  }
}

/** A key of a browser, in base64url: a point of P-256, or 16 random bytes. */
const keySchema = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), as('invalid')));

/** A browser's subscription (RFC 8291) by which it follows a rider (L9). */
export const followerInputSchema = z.object({
  endpoint: endpointSchema,
  keys: z.object({ p256dh: keySchema(87), auth: keySchema(22) }),
  /** The language of the messages. */
  language: z.enum(languages),
});
export type FollowerInput = z.infer<typeof followerInputSchema>;

export const formerFollowerSchema = z.object({ endpoint: endpointSchema });
