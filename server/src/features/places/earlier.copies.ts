import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import { desc, gt, isNull, ne, notInArray, or } from 'drizzle-orm';
import { getCaller } from '../../access/account.store.ts';
import { findAccess } from '../../access/competition.access.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { listRows } from '../../database/rows.ts';
import { kindsWith } from '../../logged/logged.kinds.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { places } from '../../tables/place.tables.ts';
import { deleteCompetition } from '../competitions/competition.actions.ts';
import { selectLog } from '../history/log.store.ts';
import { listSeriesCounting } from '../identity/counted.competitions.ts';
import { endPlace } from './place.actions.ts';

/*
 * A competition that is shared again gets a new copy on the other side; without this, the copy of the earlier sharing
 * would stay beside it (Y9).
 */

/** Maximum number of earlier sharings sent. */
const maxEarlier = 100;

/** Lists the earlier sharings of a competition, newest first, from the log, which still has them after a restore. */
export async function listEarlierPairs(db: Database, competitionId: number): Promise<string[]> {
  const isSharing = hasValues(auditLog, { subject: 'place', action: 'create' });
  const found = await selectLog(db, competitionId, isSharing).orderBy(desc(auditLog.id)).limit(maxEarlier);
  return found.map(({ subject_key }) => subject_key);
}

/**
 * Deletes copies of earlier sharings that contain nothing the other installation lacks; they can be restored like any
 * deleted competition. Keeps those that a series counts, and those that the account may not manage.
 */
export async function deleteEarlierCopies(write: Write, pairs: readonly string[], accountId: number): Promise<void> {
  if (pairs.length === 0) return;
  const { tx } = write;
  const copies = await listRows(tx, places, { pair: pairs, side: 'b' });
  const caller = await getCaller(tx, accountId);
  for (const { competition_id, other_has, ended } of copies) {
    const access = await findAccess(tx, competition_id, accountId);
    const mayDelete = access && mayInCompetition(caller, access.role, 'manage_competition');
    if (!mayDelete || access.deleted_at !== null) continue;
    const [unknownThere] = await selectLog(
      tx,
      competition_id,
      gt(auditLog.link, other_has),
      isNull(auditLog.relayed),
      notInArray(auditLog.subject, kindsWith('isOwn')),
      // A copy was created from what the other side has.
      or(ne(auditLog.subject, 'competition'), ne(auditLog.action, 'create')),
    ).limit(1);
    const [counts] = await listSeriesCounting(tx, competition_id);
    if (unknownThere || counts) continue;
    const ofCopy = { ...write, competition_id };
    if (ended === null) await endPlace(ofCopy);
    await deleteCompetition(ofCopy);
  }
}
