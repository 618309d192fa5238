import * as z from 'zod/mini';
import { globalPermissionSchema } from '../access/permissions.ts';
import { languages } from '../language/language.ts';
import { as, emailSchema, line, namesShape } from '../text/text.schema.ts';
import { codeSchema } from './factor.schema.ts';

/** A first or last name of an account (V2). */
export const nameSchema = line(2, 100);

/** A password to sign in with: not checked against the rule of registration, only bounded in length. */
export const credentialsSchema = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Required if the account has a second factor (S17). */
  code: z.optional(codeSchema),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** Lists the parts of the registration rule that a password does not satisfy (V3). */
export function passwordLacks(password: string): ('length' | 'uppercase' | 'lowercase' | 'digit')[] {
  const rules = [
    ['length', password.length >= 8],
    ['uppercase', /\p{Lu}/u.test(password)],
    ['lowercase', /\p{Ll}/u.test(password)],
    ['digit', /\d/.test(password)],
  ] as const;
  return rules.filter(([, met]) => !met).map(([name]) => name);
}

/** A new password at registration: 8 characters with an uppercase letter, a lowercase letter and a digit (V3). */
export const strongPasswordSchema = z.string().check(
  z.minLength(1, { abort: true }),
  z.maxLength(200),
  z.refine((password) => passwordLacks(password).length === 0, as('weak_password')),
);

/** Registration. */
export const registrationSchema = z.object({
  email: emailSchema,
  first_name: nameSchema,
  last_name: nameSchema,
  password: strongPasswordSchema,
});
export type Registration = z.infer<typeof registrationSchema>;

export const emailOnlySchema = z.object({ email: emailSchema });

/** The token of a link in a mail or a QR code. */
export const tokenSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** A change of one's own password (V4). */
export const passwordChangeSchema = z
  .object({
    current_password: z.string().check(z.minLength(1), z.maxLength(200)),
    new_password: z.string().check(z.minLength(1, { abort: true }), z.minLength(6), z.maxLength(200)),
  })
  .check(
    z.refine(({ current_password, new_password }) => new_password !== current_password, {
      error: as('same_password'),
      path: ['new_password'],
    }),
  );
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

export const profileSchema = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  account_status: z.enum(['active', 'invited']),
  ...namesShape,
  language: z.enum(languages),
  global_permissions: z.array(globalPermissionSchema),
  /** By a permission, or because the installation allows every verified account. Absent in answers of older servers. */
  can_create_competitions: z.optional(z.boolean()),
  /** Present when the account must set up a second factor before it may do anything else (S21). */
  factor_setup_required: z.optional(z.literal(true)),
});
export type Profile = z.infer<typeof profileSchema>;

/** The fields of a profile that users may change themselves. */
export const profileUpdateSchema = z.object({
  first_name: nameSchema,
  last_name: nameSchema,
  language: z.optional(z.enum(languages)),
});
