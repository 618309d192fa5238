import * as z from 'zod/mini';
import { type Language, say, type Values } from '../language/language.ts';
import { m } from '../paraglide/messages.js';

/** The answer of a call that only confirms its success. */
export const messageSchema = z.object({ message: z.string() });

export type Confirmation = Parameters<typeof m.confirmation>[0]['confirmation'];

/** Returns the confirmation of a call in one language. */
export function confirm(confirmation: Confirmation, language: Language, values: Values = {}): { message: string } {
  return { message: say(m.confirmation, { ...values, confirmation }, language) };
}
