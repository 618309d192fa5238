import type { Group } from '@dossard/contract/categories/group.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { isShownRun, riderOf, riderOfRun } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { refereePhones } from '../../tables/phone.table.ts';
import { runs } from '../../tables/run.tables.ts';

/** How long a phone's report of the present rider is valid, in milliseconds; phones report every ten seconds (K4). */
const ridingMs = 30_000;

/** A recent run, with the group of its rider. */
export type LatestRun = Group & Pick<typeof runs.$inferSelect, 'dossard' | 'run_number' | 'ridden_at' | 'received_at'>;

/** Lists the latest runs, by arrival, the latest first. */
export function listLatestRuns(db: Database, competitionId: number, limit: number): Promise<LatestRun[]> {
  const { dossard, run_number, ridden_at, received_at } = runs;
  const { category, gender } = participants;
  return db
    .select({ dossard, run_number, ridden_at, received_at, category, gender })
    .from(runs)
    .innerJoin(participants, riderOfRun)
    .where(and(isShownRun(competitionId), isNull(participants.deleted_at)))
    .orderBy(desc(runs.received_at), desc(runs.dossard), desc(runs.run_number))
    .limit(limit);
}

/** A rider who is riding in a zone, as reported by a referee's phone. */
export interface Riding extends Group {
  zone_id: number;
  dossard: number;
}

/** Lists the riders in each zone at a moment (K4). */
export async function listRiding(db: Database, competitionId: number, now: Date): Promise<Riding[]> {
  const rows = await db
    .select({
      zone_id: refereePhones.zone_id,
      dossard: participants.dossard_number,
      ...pick(participants, 'category', 'gender'),
    })
    .from(refereePhones)
    .innerJoin(participants, riderOf({ competition_id: refereePhones.competition_id, dossard: refereePhones.riding }))
    .where(
      and(
        eq(refereePhones.competition_id, competitionId),
        isNotNull(refereePhones.zone_id),
        isNull(participants.deleted_at),
        gt(refereePhones.last_contact, new Date(now.getTime() - ridingMs).toISOString()),
      ),
    )
    .orderBy(asc(refereePhones.last_contact));
  return rows.flatMap(({ zone_id, ...riding }) => (zone_id === null ? [] : [{ zone_id, ...riding }]));
}
