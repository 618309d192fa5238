import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import '@fastify/cookie'; // for the types of setCookie
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/client.ts';
import { deviceKeys } from '../../tables/device.key.table.ts';
import { setHiddenCookie } from '../input/session.cookie.ts';
import type { Parts } from '../parts.ts';

/*
 * A signed cookie that lists the accounts which have signed in on this browser. It grants no access: attempts from a
 * known device have their own limits, so that wrong passwords from elsewhere never lock out the owner (decision 019).
 */

const deviceCookie = 'device';
/** The maximum age that browsers accept for a cookie. */
const maxAgeDays = 400;
/** Accounts remembered per browser; a club's tablet is shared. */
const maxAccounts = 5;

/** The id of this browser for each account that has signed in on it, by account id. */
export type KnownDevices = ReadonlyMap<number, string>;

/** Reads the signing key of this installation; the first process to start creates it. */
export async function readDeviceKey(db: Database): Promise<Buffer> {
  const created = randomBytes(32).toString('base64url');
  await db.insert(deviceKeys).values({ key: created }).onConflictDoNothing();
  const [stored] = await db.select().from(deviceKeys);
  if (!stored) throw new Error('The signing key of devices was not stored.');
  return Buffer.from(stored.key, 'base64url');
}

const sign = (key: Buffer, userId: number, device: string) =>
  createHmac('sha256', key).update(`${userId}.${device}`).digest('base64url').slice(0, 22);

/** Reads the accounts that have signed in on this browser; entries with a wrong signature are ignored. */
export function readKnownDevices(request: FastifyRequest, key: Buffer | undefined): KnownDevices {
  const entries = (request.cookies[deviceCookie] ?? '').split('~').slice(0, maxAccounts);
  return new Map(
    entries.flatMap((entry) => {
      const [, id = '', device = '', signature] = /^(\d{1,10})\.([\w-]{16})\.([\w-]{22})$/.exec(entry) ?? [];
      if (!key || signature === undefined) return [];
      const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, Number(id), device)));
      return isOurs ? [[Number(id), device] as const] : [];
    }),
  );
}

/** Adds an account to those that have signed in on this browser, the latest first. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { deviceKey, publicUrl }: Pick<Parts, 'deviceKey' | 'publicUrl'>,
): void {
  if (!deviceKey) return;
  const devices = readKnownDevices(request, deviceKey);
  const own = devices.get(userId) ?? randomBytes(12).toString('base64url');
  const others = [...devices].filter(([id]) => id !== userId).slice(0, maxAccounts - 1);
  const entries = [[userId, own] as const, ...others].map(([id, one]) => `${id}.${one}.${sign(deviceKey, id, one)}`);
  const cookie = { name: deviceCookie, value: entries.join('~'), path: '/api', maxAge: maxAgeDays * 86_400 };
  setHiddenCookie(reply, publicUrl, cookie);
}
