import {
  type SecurityEvent,
  type SecurityFilter,
  securityPageSize,
} from '@dossard/contract/administration/security.log.schema.ts';
import { and, desc, eq, gte, inArray, lte, or } from 'drizzle-orm';
import { fullName, hasWords } from '../../access/account.store.ts';
import type { Database } from '../../database/client.ts';
import { listRows } from '../../database/rows.ts';
import { users } from '../../tables/account.tables.ts';
import { securityEvents } from '../../tables/security.table.ts';
import { writeCsv } from '../rankings/ranking.csv.ts';

/** Maximum number of entries in an exported file. */
const fileSize = 100_000;

function conditionOf(db: Database, { kind, person, from, to }: SecurityFilter) {
  const ids = person ? db.select({ id: users.id }).from(users).where(hasWords(person)) : undefined;
  return and(
    kind === undefined ? undefined : eq(securityEvents.kind, kind),
    ids === undefined ? undefined : or(inArray(securityEvents.actor_id, ids), inArray(securityEvents.subject_id, ids)),
    from === undefined ? undefined : gte(securityEvents.at, from),
    to === undefined ? undefined : lte(securityEvents.at, to),
  );
}

async function readEvents(
  db: Database,
  filter: SecurityFilter,
  limit: number,
  offset: number,
): Promise<SecurityEvent[]> {
  const rows = await db
    .select()
    .from(securityEvents)
    .where(conditionOf(db, filter))
    .orderBy(desc(securityEvents.at), desc(securityEvents.key))
    .limit(limit)
    .offset(offset);
  const ids = [...new Set(rows.flatMap(({ actor_id, subject_id }) => [actor_id ?? [], subject_id ?? []].flat()))];
  const people = await listRows(db, users, { id: ids, deleted_at: null });
  const named = new Map(people.map(({ id, email, ...person }) => [id, { id, email, name: fullName(person) }]));
  const account = (id: number | null) => (id === null ? null : (named.get(id) ?? { id, email: null, name: null }));
  return rows.map(({ actor_id, subject_id, kind, ...row }) => ({
    ...row,
    kind: kind as SecurityEvent['kind'],
    actor: account(actor_id),
    subject: account(subject_id),
  }));
}

/** Lists one page of the security log, newest first. */
export async function listEvents(
  db: Database,
  { page, ...filter }: SecurityFilter & { page: number },
): Promise<{ events: SecurityEvent[]; total: number }> {
  const events = await readEvents(db, filter, securityPageSize, (page - 1) * securityPageSize);
  return { events, total: await db.$count(securityEvents, conditionOf(db, filter)) };
}

/** Exports the security log as CSV. */
export async function exportEvents(db: Database, filter: SecurityFilter): Promise<string> {
  const headings = ['at', 'kind', 'count', 'actor', 'subject', 'unknown_account', 'network', 'competition', 'detail'];
  const account = (one: SecurityEvent['actor']) => (one === null ? '' : (one.email ?? `#${one.id}`));
  const events = await readEvents(db, filter, fileSize, 0);
  return writeCsv([
    headings,
    ...events.map(({ at, kind, count, actor, subject, unknown_account, network, competition_id, detail }) => [
      ...[at, kind, count, account(actor), account(subject)],
      ...[unknown_account ?? '', network, competition_id ?? '', detail],
    ]),
  ]);
}
