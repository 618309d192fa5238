import { compareGroups, type Group, groupKey, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { RankedGroups } from '@dossard/contract/rankings/ranking.choice.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { listRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isInGroup, isKeptRun, isPresent, isShownRun, riderOfRun, rowOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';

export type GraduationRow = typeof graduations.$inferSelect;

/** Lists the zones with their graduations, both in the order of their creation. */
export async function listZonesOf(db: Database, competitionId: number): Promise<Zone[]> {
  const [zoneRows, graduationRows] = await Promise.all([
    db
      .select({ id: zones.id, name: zones.name, closed_at: zones.closed_at })
      .from(zones)
      .where(isPresent(zones, competitionId))
      .orderBy(asc(zones.id)),
    listGraduations(db, competitionId),
  ]);
  return zoneRows.map((zone) => ({
    ...zone,
    graduations: graduationRows.filter((graduation) => graduation.zone_id === zone.id),
  }));
}

/** Reads the names of a competition's zones, including deleted ones. */
export async function getZoneNames(db: Database, competitionId: number): Promise<Map<number, string>> {
  const found = await listRows(db, zones, { competition_id: competitionId });
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Lists the names of the closed zones that have a graduation for a group, or for any group (U8). */
export async function listClosedZones(db: Database, competitionId: number, group: Partial<Group>): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: zones.id, name: zones.name })
    .from(zones)
    .innerJoin(graduations, rowOf(zones, graduations.competition_id, graduations.zone_id))
    .where(and(isPresent(zones, competitionId), isNotNull(zones.closed_at), isInGroup(graduations, group)))
    .orderBy(asc(zones.id));
  return found.map(({ name }) => name);
}

/** Gets a zone that is not deleted, with its graduations. Throws `zone_not_found`. */
export async function getZone(db: Database, competitionId: number, zoneId: number): Promise<Zone> {
  const zone = (await listZonesOf(db, competitionId)).find(({ id }) => id === zoneId);
  if (!zone) throw new Refusal('zone_not_found');
  return zone;
}

/** Lists all graduations of a competition in the order of their creation. */
export function listGraduations(db: Database, competitionId: number): Promise<GraduationRow[]> {
  return listRows(db, graduations, { competition_id: competitionId }, graduations.id);
}

/** Lists the distinct categories and genders of the graduations, U9 before U11 and girls before boys. */
export async function listGroups(db: Database, competitionId: number): Promise<Group[]> {
  const found = await db
    .selectDistinctOn([sql`lower(${graduations.category})`, graduations.gender], {
      category: graduations.category,
      gender: graduations.gender,
    })
    .from(graduations)
    .innerJoin(zones, rowOf(zones, graduations.competition_id, graduations.zone_id))
    .where(and(eq(graduations.competition_id, competitionId), isNull(zones.deleted_at)));
  return found.sort(compareGroups);
}

/** Lists the groups with a graduation, those of them that have riders, and the one whose run arrived last. */
export async function listRankedGroups(db: Database, competitionId: number): Promise<RankedGroups> {
  const category = sql<string>`lower(${participants.category})`;
  const [groups, entered, [last]] = await Promise.all([
    listGroups(db, competitionId),
    db
      .selectDistinct({ category, gender: participants.gender })
      .from(participants)
      .where(isPresent(participants, competitionId)),
    db
      .select({ category: participants.category, gender: participants.gender })
      .from(runs)
      .innerJoin(participants, riderOfRun)
      .where(and(isShownRun(competitionId), isNull(participants.deleted_at)))
      .orderBy(desc(runs.received_at))
      .limit(1),
  ]);
  const keys = new Set(entered.map(groupKey));
  return {
    categories_and_genders: groups,
    with_riders: groups.filter((group) => keys.has(groupKey(group))),
    latest: (last && groups.find((group) => isSameGroup(group, last))) ?? null,
  };
}

/** Counts the runs in a zone, also hidden ones, of all riders or of one group. */
export async function countRunsInZone(db: Database, competitionId: number, zoneId: number, group?: Group) {
  const [counted] = await db
    .select({ runs: sql<number>`count(*)::int` })
    .from(runs)
    .innerJoin(participants, riderOfRun)
    .where(and(isKeptRun(competitionId), eq(runs.zone_id, zoneId), group && isInGroup(participants, group)));
  return counted?.runs ?? 0;
}
