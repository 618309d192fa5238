import * as z from 'zod/mini';
import { languages } from '../language.ts';
import { globalPermissionSchema } from '../members/permissions.ts';
import { as, emailSchema } from '../text/text.schema.ts';

/** A password to sign in with: whatever was accepted once; the bound only stops absurd ones. */
export const credentialsSchema = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** What a password still lacks by the rule of registration (spec §5). */
export function passwordLacks(password: string): ('length' | 'uppercase' | 'lowercase' | 'digit')[] {
  const rules = [
    ['length', password.length >= 8],
    ['uppercase', /\p{Lu}/u.test(password)],
    ['lowercase', /\p{Ll}/u.test(password)],
    ['digit', /\d/.test(password)],
  ] as const;
  return rules.filter(([, met]) => !met).map(([name]) => name);
}

/** A new password of registration: 8 characters with an uppercase, a lowercase letter and a digit (spec §5). */
export const strongPasswordSchema = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((password) => passwordLacks(password).length === 0, as('weak_password')),
);

export const profileSchema = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  account_status: z.enum(['active', 'invited']),
  first_name: z.string(),
  last_name: z.string(),
  language: z.enum(languages),
  global_permissions: z.array(globalPermissionSchema),
});
