import { type Reset, undoDays } from '@dossard/contract/administration/administration.schema.ts';
import type { SecurityKind } from '@dossard/contract/administration/security.log.schema.ts';
import { and, desc, eq, gt } from 'drizzle-orm';
import { recordFormerNumber } from '../../access/former.numbers.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { announceAll } from '../../audit/competition.version.ts';
import { writeTo } from '../../audit/write.ts';
import { BackupError } from '../../backup/backup.error.ts';
import { isOfPresentSchema, putBack } from '../../backup/put.back.ts';
import { allowPauses, type Database } from '../../database/client.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { securityEvents } from '../../tables/security.table.ts';
import { eraseAccountTraces } from '../accounts/account.traces.ts';
import { recordMovedRole } from '../members/member.actions.ts';
import { backupSec, lockEverything } from './reset.actions.ts';

/*
 * A reset can be undone once, for 30 days. The security log, which a reset keeps, names the backup that holds the
 * erased data.
 */

type Kept = Pick<Parts, 'db' | 'findBackup'>;

/** Lists the resets of the last 30 days, newest first. */
export async function listResets({ db, findBackup }: Kept, now: Date): Promise<Reset[]> {
  const since = new Date(now.getTime() - undoDays * 86_400_000).toISOString();
  const found = await db
    .select({ at: securityEvents.at, backup: securityEvents.detail, email: users.email })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.actor_id))
    .where(and(eq(securityEvents.kind, 'reset'), gt(securityEvents.at, since)))
    .orderBy(desc(securityEvents.at));
  const undone = await listUndoneBackups(db);
  const stateOf = async (backup: string) =>
    undone.has(backup) ? 'undone' : (await findBackup?.(backup)) === undefined ? 'gone' : 'can_undo';
  return Promise.all(
    found.map(async ({ at, backup, email }) => ({ backup, at, by: email, state: await stateOf(backup) })),
  );
}

/** Lists the events of a kind; the log keeps them longer than a reset can be undone. */
const listEvents = (db: Database, kind: SecurityKind) =>
  db.select().from(securityEvents).where(eq(securityEvents.kind, kind));

const listUndoneBackups = async (db: Database) =>
  new Set((await listEvents(db, 'reset_undone')).map(({ detail }) => detail));

/**
 * Restores what a reset erased, all or nothing; what was created since stays. Throws `reset_undone`, `reset_copy_gone`,
 * and `reset_version` where the tables have changed since.
 */
export async function undoReset({ db, findBackup }: Kept, backup: string, actor_id: number, now: Date): Promise<void> {
  const reset = (await listResets({ db, ...(findBackup && { findBackup }) }, now)).find((one) => one.backup === backup);
  if (!reset) throw new Refusal('reset_copy_gone');
  const file = await findBackup?.(backup);
  await writeTo(db, { competition_id: 0, actor_id, now }, async (write) => {
    const { tx } = write;
    await allowPauses(tx, backupSec);
    await lockEverything(tx);
    // Checked under the lock, so that two requests at the same time undo it once.
    if ((await listUndoneBackups(tx)).has(backup)) throw new Refusal('reset_undone');
    if (!file) throw new Refusal('reset_copy_gone');
    if (!(await isOfPresentSchema(tx, file))) throw new Refusal('reset_version');
    const deleted = new Set((await listEvents(tx, 'account_deleted')).map(({ subject_id }) => String(subject_id)));
    const { departed, moved, renumbered } = await putBack(tx, file, deleted).catch((error: unknown) => {
      throw error instanceof BackupError ? new Refusal('reset_copy_gone') : error;
    });
    for (const [former, present] of renumbered) await recordFormerNumber(write, former, present);
    for (const { competition_id, ...role } of moved) await recordMovedRole({ ...write, competition_id }, role);
    for (const account of departed) await eraseAccountTraces(write, account);
    await recordChange(write, { action: 'restore', subject: 'system', key: backup });
    await announceAll(tx);
  });
}
