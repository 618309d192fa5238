import type { AccountData } from '@dossard/contract/accounts/security.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { getCaller } from '../../access/account.store.ts';
import { getFactors } from '../../access/factor.store.ts';
import { listNumbersOf } from '../../access/former.numbers.ts';
import { listSessionsOf } from '../../access/session.store.ts';
import type { Database } from '../../database/client.ts';
import { listRows } from '../../database/rows.ts';
import { users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { deskCalls, runRequests } from '../../tables/desk.tables.ts';
import { members } from '../../tables/member.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { series, seriesAdmins } from '../../tables/series.tables.ts';

/** Reads all data stored about an account, for its owner; the answer's schema chooses the columns. */
export async function getAccountData(db: Database, userId: number, now: Date): Promise<AccountData> {
  const caller = await getCaller(db, userId);
  const [user] = await listRows(db, users, { id: userId });
  if (!user) throw new Error(`There is no account ${userId}.`);
  return {
    exported_at: now.toISOString(),
    account: { ...caller, ...pick(user, 'email_verified_at', 'created_at') },
    second_factors: await getFactors(db, userId),
    sessions: await listSessionsOf(db, userId, '', now),
    competitions: await db
      .select({ id: competitions.id, name: competitions.name, role: members.role })
      .from(members)
      .innerJoin(competitions, eq(competitions.id, members.competition_id))
      .where(eq(members.user_id, userId))
      .orderBy(asc(competitions.id)),
    series: await db
      .select({ id: series.id, name: series.name })
      .from(seriesAdmins)
      .innerJoin(series, eq(series.id, seriesAdmins.series_id))
      .where(eq(seriesAdmins.user_id, userId))
      .orderBy(asc(series.id)),
    runs: await listRows(db, runs, { referee_id: userId, deleted_at: null }, runs.received_at),
    ...(await readSentToDesk(db, userId)),
    actions: await db
      .select({ ...pick(auditLog, 'at', 'competition_id', 'action', 'subject'), key: auditLog.subject_key })
      .from(auditLog)
      .where(inArray(auditLog.actor_id, await listNumbersOf(db, userId)))
      .orderBy(asc(auditLog.at)),
  };
}

/** Reads the corrections that an account asked for, and its calls to the desk. */
async function readSentToDesk(db: Database, userId: number): Promise<Pick<AccountData, 'requests' | 'calls'>> {
  return {
    requests: await db
      .select({
        ...getTableColumns(runRequests),
        run_number: sql<number>`(${runRequests.run} ->> 'run_number')::integer`,
      })
      .from(runRequests)
      .where(eq(runRequests.sender_id, userId))
      .orderBy(asc(runRequests.asked_at)),
    calls: await listRows(db, deskCalls, { sender_id: userId }, deskCalls.at),
  };
}
