import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCaller } from '../../access/account.store.ts';
import { mustSetUpFactor } from '../../access/factor.rule.ts';
import { hasSession, type SessionPlace, startSession } from '../../access/session.store.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { newDeviceMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { networkOf } from '../input/client.address.ts';
import { setSessionCookie } from '../input/session.cookie.ts';
import type { Parts } from '../parts.ts';
import { readKnownDevices, rememberDevice } from './device.cookie.ts';

/** Returns the browser and network of a request, for the list of sessions. */
export function placeOf(request: FastifyRequest): SessionPlace {
  const { browser, os } = readBrowser(request.headers['user-agent']);
  return { device: [browser, os].filter(Boolean).join(' · '), network: networkOf(request.ip) };
}

function readBrowser(said: string | undefined): { browser?: string | undefined; os?: string | undefined } {
  if (!said) return {};
  const { browser, os } = Bowser.parse(said.slice(0, 500));
  return { browser: browser.name, os: os.name };
}

/**
 * Starts a session on the browser of the request, and remembers the browser. The owner of an account that is signed in
 * elsewhere is notified by mail of a sign-in on a new browser (S14). `checkedHash` is the hash of the password that was
 * given; absent after a passkey. Throws `refusal` when the account was deleted or has another password since (S23).
 * Returns whether the account must set up a second factor first (S21).
 */
export async function signInOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, checkedHash, refusal }: { userId: number; checkedHash?: string; refusal: RefusalCode },
  parts: Parts,
): Promise<{ must_set_up: boolean }> {
  const { db, publicUrl } = parts;
  const now = parts.clock();
  const place = placeOf(request);
  const isKnown = readKnownDevices(request, parts.deviceKey).has(userId);
  const { token, must_set_up } = await db.transaction(async (tx) => {
    const must_set_up = await mustSetUpFactor(tx, userId);
    if (parts.deviceKey && !isKnown && (await hasSession(tx, userId, now))) {
      const { email, language } = await getCaller(tx, userId);
      await queueMail(tx, email, newDeviceMail(language, place, `${publicUrl}/profile/security`), now);
    }
    const how = { ...place, must_set_up, ...(checkedHash !== undefined && { checkedHash }) };
    const token = await startSession(tx, userId, now, how).catch((error) => {
      throw error instanceof Refusal ? new Refusal(refusal) : error;
    });
    return { token, must_set_up };
  });
  setSessionCookie(reply, token, publicUrl);
  rememberDevice(request, reply, userId, parts);
  return { must_set_up };
}
