import * as z from 'zod/mini';
import { idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/** A one-time code of an authenticator, or a recovery code, as typed; spaces are ignored. */
export const codeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** A browser's answer for a passkey; its content is validated during verification, and not stored as it is. */
export const passkeyAnswerSchema = z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(1400)) });

/** The WebAuthn options that a browser needs to ask for a passkey. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

/** A passkey of an account, for its owner. */
const ownPasskeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: storedTimeSchema,
  used_at: z.nullable(storedTimeSchema),
});
export type OwnPasskey = z.infer<typeof ownPasskeySchema>;

/** The second factors of an account, for its owner. */
export const ownFactorsSchema = z.object({
  /** Since when one-time codes are set up; null without them. */
  codes_since: z.nullable(storedTimeSchema),
  passkeys: z.array(ownPasskeySchema),
  /** Number of unused recovery codes. */
  recovery_codes: z.int(),
  /** Whether the installation requires a second factor for this account. */
  required: z.boolean(),
});
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/** A secret for an authenticator, and the URL for the QR code. */
export const codesStartSchema = z.object({ secret: z.string(), url: z.string() });

/** Recovery codes, shown only once; null when the account keeps its present ones. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.nullable(z.array(z.string())) });

export const newPasskeySchema = z.object({ name: line(1, 60), credential: passkeyAnswerSchema });

/** A new proof of the caller's identity: by the password, a code, or a passkey. */
export const identityProofSchema = z.object({
  current_password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  code: z.optional(codeSchema),
  credential: z.optional(passkeyAnswerSchema),
});

/** How long a sign-in, or a later proof, permits calls that need one, in milliseconds (S20). */
export const proofMs = 10 * 60_000;
