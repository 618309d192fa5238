import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../access/account.store.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertNew, updateRow } from '../../database/one.row.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { passkeys, usedChallenges } from '../../tables/factor.tables.ts';
import { recordFactor } from './factor.log.ts';

/* Passkeys (WebAuthn): the browser creates and shows them, over https or on localhost only (S19). */

/** Time to unlock a passkey, in ms. */
const challengeMs = 5 * 60_000;

/** Returns the site that passkeys belong to, as the browser sees it; other sites were refused before. */
function siteOf(request: FastifyRequest, publicUrl: string): { origin: string; host: string } {
  const { origin } = request.headers;
  const url = new URL(origin !== undefined && URL.canParse(origin) ? origin : publicUrl);
  return { origin: url.origin, host: url.hostname };
}

/** Returns the host of a request without an Origin header, such as a read. */
function hostOf(request: FastifyRequest, publicUrl: string): string {
  const address = `${request.protocol}://${request.headers.host}`;
  return new URL(URL.canParse(address) ? address : publicUrl).hostname;
}

type Purpose = 'create' | 'show';

/** The length of the signed part of a challenge: its expiry and random bytes. */
const signedBytes = 24;

const sign = (key: Buffer, purpose: Purpose, userId: number, bytes: Uint8Array) =>
  createHmac('sha256', key).update(`passkey ${purpose} ${userId} `).update(bytes).digest().subarray(0, 16);

/** Creates a signed challenge, so that nothing is stored for anonymous requests. */
function createChallenge(key: Buffer, purpose: Purpose, userId: number, now: Date): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(signedBytes);
  bytes.writeBigUInt64BE(BigInt(now.getTime() + challengeMs));
  randomBytes(signedBytes - 8).copy(bytes, 8);
  return Uint8Array.from(Buffer.concat([bytes, sign(key, purpose, userId, bytes)]));
}

/** Returns the expiry of one of our challenges, in ms since 1970; undefined if it is not ours or has expired. */
function expiryOf(key: Buffer, purpose: Purpose, userId: number, challenge: string, now: Date): number | undefined {
  const all = Buffer.from(challenge, 'base64url');
  if (all.length !== signedBytes + 16) return undefined;
  const bytes = all.subarray(0, signedBytes);
  if (!timingSafeEqual(all.subarray(signedBytes), sign(key, purpose, userId, bytes))) return undefined;
  const expires = Number(bytes.readBigUInt64BE());
  return expires > now.getTime() ? expires : undefined;
}

/** Returns the options a browser needs to create a passkey; authenticators that already hold one are excluded. */
export async function describeNewPasskey(
  db: Database,
  key: Buffer,
  user: User,
  { request, publicUrl, now }: { request: FastifyRequest; publicUrl: string; now: Date },
) {
  const held = await db.select().from(passkeys).where(eq(passkeys.user_id, user.id));
  return generateRegistrationOptions({
    rpName: 'Dossard',
    rpID: siteOf(request, publicUrl).host,
    userName: user.email,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim(),
    userID: new TextEncoder().encode(`dossard-${user.id}`),
    challenge: createChallenge(key, 'create', user.id, now),
    attestationType: 'none',
    excludeCredentials: held.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns the options a browser needs to offer the passkeys of this site, of any account. */
export const describePasskeys = (
  key: Buffer,
  { request, publicUrl, now }: { request: FastifyRequest; publicUrl: string; now: Date },
) =>
  generateAuthenticationOptions({
    rpID: hostOf(request, publicUrl),
    challenge: createChallenge(key, 'show', 0, now),
    userVerification: 'required',
  });

interface Shown {
  key: Buffer;
  credential: { id: string };
  request: FastifyRequest;
  publicUrl: string;
  now: Date;
}

/** Adds a passkey that a browser created for an account. Throws `wrong_passkey`. */
export async function createPasskey(write: Write, user: User, name: string, shown: Shown): Promise<void> {
  const made = await verifyOnce(write, shown, { purpose: 'create', userId: user.id }, (expected) =>
    verifyRegistrationResponse({ response: shown.credential as unknown as RegistrationResponseJSON, ...expected }),
  );
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential;
  const added = await insertNew(write.tx, passkeys, {
    credential_id: id,
    user_id: user.id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: knownTransports.filter((one) => (transports as unknown[]).includes(one)),
    name,
    created_at: write.now.toISOString(),
  });
  if (!added) throw new Refusal('wrong_passkey');
  await recordFactor(write, user, 'passkey_added');
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/**
 * Finds the account of a passkey that a browser showed, and invalidates its challenge; `userId` if it must be that
 * account. Throws `wrong_passkey`.
 */
export async function redeemPasskey(write: Write, shown: Shown, userId?: number): Promise<number> {
  const { credential } = shown;
  const isOwn = userId === undefined ? undefined : eq(passkeys.user_id, userId);
  const [found] = await write.tx
    .select({ held: passkeys })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    // A passkey opens proven accounts alone (S23).
    .where(and(eq(passkeys.credential_id, credential.id), isOwn, isNotNull(users.email_verified_at)))
    .for('update', { of: passkeys });
  const held = found?.held;
  if (!held) throw new Refusal('wrong_passkey');
  const answer = await verifyOnce(write, shown, { purpose: 'show', userId: 0 }, (expected) =>
    verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      ...expected,
      credential: {
        id: held.credential_id,
        publicKey: Uint8Array.from(Buffer.from(held.public_key, 'base64url')),
        counter: held.counter,
      },
    }),
  );
  const { newCounter: counter } = answer.authenticationInfo;
  await updateRow(write.tx, passkeys, held, { counter, used_at: write.now.toISOString() });
  return held.user_id;
}

interface Expected {
  expectedChallenge: (challenge: string) => boolean;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
}

/**
 * Verifies an answer to one of our challenges, and invalidates the challenge. Throws `wrong_passkey` for malformed,
 * forged, foreign and repeated answers.
 */
async function verifyOnce<Answer extends { verified: boolean }>(
  { tx }: Write,
  { key, request, publicUrl, now }: Shown,
  { purpose, userId }: { purpose: Purpose; userId: number },
  verify: (expected: Expected) => Promise<Answer>,
): Promise<Answer & { verified: true }> {
  const site = siteOf(request, publicUrl);
  const used = { challenge: '', expires_at: '' };
  const answer = await verify({
    expectedChallenge: (challenge) => {
      const expires = expiryOf(key, purpose, userId, challenge, now);
      if (expires !== undefined) Object.assign(used, { challenge, expires_at: new Date(expires).toISOString() });
      return expires !== undefined;
    },
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!answer?.verified || used.challenge === '') throw new Refusal('wrong_passkey');
  if (!(await insertNew(tx, usedChallenges, used))) throw new Refusal('wrong_passkey');
  return answer as Answer & { verified: true };
}

/** Removes one passkey of an account. Throws `factor_not_found`. */
export async function deletePasskey(write: Write, user: User, id: number): Promise<void> {
  const gone = await write.tx
    .delete(passkeys)
    .where(and(eq(passkeys.user_id, user.id), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  if (gone.length === 0) throw new Refusal('factor_not_found');
  await recordFactor(write, user, 'passkey_removed');
}
