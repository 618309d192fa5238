import { request } from 'node:https';
import { isIP } from 'node:net';
import webPush from 'web-push';
import type { riderFollowers } from '../tables/follower.table.ts';
import { isPublicAddress, lookupWithin } from './public.address.ts';
import { derivePushKeys, type PushKeys } from './push.keys.ts';

/*
 * Messages to browsers. The address of a push service comes from a stranger, so it is called like one: https alone, on
 * the internet alone, without redirects, within a time limit, and without reading the answer's body.
 */

/** Time limit of a message from the resolution of the name to the answer's status, in milliseconds. */
const answerMs = 5_000;
/** How long a push service keeps a message for a device that is off, in seconds. */
const keptSec = 4 * 3_600;

export interface PushSettings {
  keys: PushKeys;
  /** Whom a push service may ask about these messages: an address of mail or web. */
  subject: string;
  /** Only for tests: the addresses that may be called, and the authority of their certificates. */
  test?: { isAllowed: (address: string) => boolean; ca: string };
}

/** Returns the settings of messages to browsers; undefined where browsers take none: without https, except locally. */
export function pushSettings(publicUrl: string, contactEmail: string, secretKey: Buffer): PushSettings | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1') return undefined;
  return { keys: derivePushKeys(secretKey), subject: `mailto:${contactEmail}` };
}

/** A browser as stored. */
export type Subscription = Pick<typeof riderFollowers.$inferSelect, 'endpoint' | 'p256dh' | 'auth'>;

/** `gone`: the browser withdrew its subscription. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** Sends an encrypted message; a later one with the same topic replaces it until it is delivered. Never throws. */
export async function sendPush(
  { keys, subject, test }: PushSettings,
  { endpoint, p256dh, auth }: Subscription,
  message: object,
  topic: string,
): Promise<PushOutcome> {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails: { subject, ...keys }, TTL: keptSec, topic, contentEncoding: 'aes128gcm' },
    );
    const status = await post(new URL(endpoint), headers, body, test);
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'sent' : 'failed';
  } catch {
    return 'failed';
  }
}

function post(url: URL, headers: Record<string, string>, body: Buffer, test: PushSettings['test']): Promise<number> {
  const isAllowed = test?.isAllowed ?? isPublicAddress;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Push services listen where browsers call them; other ports may be anything.
  if (url.port !== '' && !test) throw new Error('This port is not called.');
  // A name is checked when it is resolved, an address never is.
  if (url.protocol !== 'https:' || (isIP(host) > 0 && !isAllowed(host))) throw new Error('This address is not called.');
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers,
      agent: false,
      lookup: lookupWithin(isAllowed),
      signal: AbortSignal.timeout(answerMs),
      ...(test && { ca: test.ca }),
    });
    sending.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
