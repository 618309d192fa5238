import { fullNameKey, shareName } from '@dossard/contract/participants/same.person.rules.ts';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { sidesOf } from '../../logged/logged.entry.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { participants } from '../../tables/participant.table.ts';
import { findHeldBibs } from '../history/held.bibs.ts';
import { selectLog } from '../history/log.store.ts';
import type { RankingRider } from '../rankings/ranking.store.ts';

/* Who the riders of the previous round are here: those with their bib, or those who got another one here (R16). */

/**
 * A present or former rider of this competition, and whether somebody deleted them; undoing a transfer does not count
 * as deleting.
 */
export type RiderHere = typeof participants.$inferSelect & { isDeleted: boolean };

/** Lists the bibs of riders who were deleted one by one, and not restored since. */
async function listDeleted(db: Database, competitionId: number): Promise<ReadonlySet<number>> {
  const isDeletion = and(
    hasValues(auditLog, { competition_id: competitionId, subject: 'participant' }),
    inArray(auditLog.action, ['delete', 'restore']),
  );
  const last = await db
    .selectDistinctOn([auditLog.subject_key], { key: auditLog.subject_key, action: auditLog.action })
    .from(auditLog)
    .where(isDeletion)
    .orderBy(auditLog.subject_key, desc(auditLog.id));
  return new Set(last.flatMap(({ key, action }) => (action === 'delete' ? [Number(key)] : [])));
}

/** Reads which riders got another bib here: an import moved them, they exchanged it, or two bibs were one rider. */
async function readFormerBibs(db: Database, competitionId: number): Promise<(dossard: number) => number[]> {
  const isMove = inArray(auditLog.action, ['import', 'swap', 'merge', 'restore']);
  const isOfRiders = eq(auditLog.subject, 'participant');
  const log = await selectLog(db, competitionId, isOfRiders, isMove).orderBy(asc(auditLog.id));
  const changes = log.filter(
    (entry) => entry.subject_key.includes('/') || sidesOf(entry).some(({ moved_from }) => moved_from),
  );
  const changed = new Set(changes.flatMap(sidesOf).map(({ dossard_number }) => Number(dossard_number)));
  return (dossard) => {
    if (!changed.has(dossard)) return [];
    const { person } = findHeldBibs(changes, dossard);
    return person.map((bib) => bib.dossard).filter((bib) => bib !== dossard);
  };
}

/** Returns the function that finds the rider here, present or removed, who is one of the previous round. */
export async function readRidersHere(
  db: Database,
  competitionId: number,
): Promise<(rider: RankingRider) => RiderHere | undefined> {
  const rows = await db.select().from(participants).where(eq(participants.competition_id, competitionId));
  const deleted = await listDeleted(db, competitionId);
  const formerBibs = await readFormerBibs(db, competitionId);
  const known = rows.map((row) => ({ ...row, isDeleted: deleted.has(row.dossard_number) }));
  const withBib = new Map(known.map((one) => [one.dossard_number, one]));
  const hadBib = new Map<number, RiderHere[]>();
  for (const one of known)
    for (const bib of formerBibs(one.dossard_number)) hadBib.set(bib, [...(hadBib.get(bib) ?? []), one]);
  return (rider) => {
    const own = withBib.get(rider.dossard);
    const all = [...(own ? [own] : []), ...(hadBib.get(rider.dossard) ?? [])].filter((one) => isSameRider(rider, one));
    const best = (is: (one: RiderHere) => boolean) => all.find(is);
    const isPresent = ({ deleted_at }: RiderHere) => deleted_at === null;
    const isNamedSo = (one: RiderHere) => fullNameKey(one) === fullNameKey(rider);
    return (
      best((one) => isPresent(one) && isNamedSo(one)) ?? best(isPresent) ?? best(({ isDeleted }) => isDeleted) ?? own
    );
  };
}

/** Compares as for imported files (I4): one of the names may have been corrected, and an erased rider has none. */
export const isSameRider = (rider: RankingRider, here: RiderHere): boolean =>
  shareName(rider, here) || isNameless(here) || isNameless(rider);
