import { resetHeader } from '@dossard/contract/administration/administration.schema.ts';
import { getTableName, notInArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/audit.log.ts';
import { announceAll } from '../../audit/competition.version.ts';
import { type Write, writeTo } from '../../audit/write.ts';
import { allowPauses, type Transaction } from '../../database/client.ts';
import { isForeign } from '../../http/input/origin.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { globalPermissions, users } from '../../tables/account.tables.ts';
import { schema } from '../../tables/schema.ts';

/**
 * Rejects a reset that no script of our own page asked for: a link, an image, a form or a prefetch cannot send the
 * header, and the browser reports the origin and the purpose of each request.
 */
export function refuseUnconfirmed(request: FastifyRequest, publicUrl: string): void {
  const { headers } = request;
  const [name, value] = resetHeader;
  const isOurs = [undefined, 'same-origin'].includes(headers['sec-fetch-site'] as string | undefined);
  const isScript = [undefined, 'cors', 'same-origin'].includes(headers['sec-fetch-mode'] as string | undefined);
  const isPrefetch = [headers['sec-purpose'], headers.purpose].some((purpose) => purpose?.includes('prefetch'));
  const isOwn = isOurs && isScript && !isPrefetch && !isForeign(request, publicUrl);
  if (headers[name] === value && isOwn) return;
  throw new Refusal('cross_site_request', { says: 'reset_not_confirmed' });
}

const kept = [
  schema.users,
  schema.sessions,
  schema.globalPermissions,
  schema.deviceKeys,
  // Those of erased accounts are deleted with the accounts.
  schema.codeFactors,
  schema.passkeys,
  schema.recoveryCodes,
  schema.usedChallenges,
  schema.installationSettings,
  // Keeps the record of who reset the installation.
  schema.securityEvents,
];
const erased = Object.values(schema).filter((table) => !kept.some((one) => one === table));
const names = (tables: readonly (typeof schema)[keyof typeof schema][]) =>
  sql.join(
    tables.map((table) => sql.identifier(getTableName(table))),
    sql`, `,
  );

/** Time limit of a backup, in seconds. */
export const backupSec = 600;

/**
 * Erases everything but the super administrators and their sessions, after a backup of exactly that data; returns the
 * backup's name. Numbers are not reused, so that a phone with old data cannot refer to new data.
 */
export function resetSystem(
  { db, writeBackup }: Pick<Parts, 'db' | 'writeBackup'>,
  actor_id: number,
  now: Date,
): Promise<string> {
  return writeTo(db, { competition_id: 0, actor_id, now }, async (write) => {
    const { tx } = write;
    await allowPauses(tx, backupSec);
    await lockEverything(tx);
    // The backup reads on its own connection.
    const backup = await writeBackup('reset', now);
    await eraseEverything(write, backup);
    return backup;
  });
}

/** Erases everything but super administrators, which must be locked; `key` says in the log what for. */
export async function eraseEverything(write: Write, key: string): Promise<void> {
  const { tx } = write;
  await tx.execute(sql`truncate ${names(erased)}`);
  await eraseOrdinaryAccounts(tx);
  await recordChange(write, { action: 'delete', subject: 'system', key });
  // Invalidates every cached ranking.
  await announceAll(tx);
}

/** Locks every table, which blocks all writes until the commit. */
export async function lockEverything(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${names(Object.values(schema))} in exclusive mode`);
}

async function eraseOrdinaryAccounts(tx: Transaction): Promise<void> {
  const superAdmins = tx
    .select({ id: globalPermissions.user_id })
    .from(globalPermissions)
    .where(sql`${globalPermissions.permission} = 'super_admin'`);
  await tx.delete(users).where(notInArray(users.id, superAdmins));
}
