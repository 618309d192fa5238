import * as z from 'zod/mini';
import { idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/** A one-time code of an authenticator, or a recovery code, as people type it: spaces do not matter. */
export const codeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** What a browser answers for a passkey; its content is checked where it is verified, and none of it is stored as it is. */
export const passkeyAnswerSchema = z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(1400)) });

/** What a browser needs in order to ask for a passkey, as WebAuthn has it. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

/** A passkey of an account, as its owner sees it. */
export const ownPasskeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: storedTimeSchema,
  used_at: z.nullable(storedTimeSchema),
});
export type OwnPasskey = z.infer<typeof ownPasskeySchema>;

/** The second factors of an account, as its owner sees them. */
export const ownFactorsSchema = z.object({
  /** Since when an authenticator makes one-time codes for it; null without one. */
  codes_since: z.nullable(storedTimeSchema),
  passkeys: z.array(ownPasskeySchema),
  /** Recovery codes that were not used yet. */
  recovery_codes: z.int(),
  /** Whether the installation demands a second factor of this account. */
  required: z.boolean(),
});
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/** A secret for an authenticator, and the address with it that the QR code holds. */
export const codesStartSchema = z.object({ secret: z.string(), url: z.string() });

/** Recovery codes, which are shown this once; null when the account keeps those it has. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.nullable(z.array(z.string())) });

export const newPasskeySchema = z.object({ name: line(1, 60), credential: passkeyAnswerSchema });

/** Shows again who sits there: by the password, a code, or a passkey. */
export const identityProofSchema = z.object({
  current_password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  code: z.optional(codeSchema),
  credential: z.optional(passkeyAnswerSchema),
});
export type IdentityProof = z.infer<typeof identityProofSchema>;

/** How long a sign-in, or a proof after it, opens what needs one, in milliseconds (S20). */
export const proofMs = 10 * 60_000;
