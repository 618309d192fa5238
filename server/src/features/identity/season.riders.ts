import { identifyingLicences } from '@dossard/contract/participants/same.person.rules.ts';
import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { competitions } from '../../tables/competition.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isPresent } from '../../tables/joins.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { listCounted, listUsableSeries, usableIds } from './counted.competitions.ts';

/* The licensed riders of a season: of the competitions of the same series, and of the same organiser in the same year. */

/** Lists the other competitions of the same organiser (those with an admin in common), latest first. */
export async function listOfOrganiser(db: Database, competitionId: number): Promise<{ id: number; date: string }[]> {
  const isAdminHere = hasValues(members, { competition_id: competitionId, role: 'admin' });
  const admins = (await db.select().from(members).where(isAdminHere)).map(({ user_id }) => user_id);
  if (admins.length === 0) return [];
  return db
    .selectDistinct({ id: competitions.id, date: competitions.date })
    .from(members)
    .innerJoin(competitions, eq(competitions.id, members.competition_id))
    .where(
      and(
        inArray(members.user_id, admins),
        eq(members.role, 'admin'),
        ne(members.competition_id, competitionId),
        isNull(competitions.deleted_at),
      ),
    )
    .orderBy(desc(competitions.date), desc(competitions.id));
}

/** A licensed rider of another competition of the season. */
export type LicensedRider = Pick<
  typeof participants.$inferSelect,
  'first_name' | 'last_name' | 'licence' | 'dossard_number'
> & {
  /** The competition, where it is known. */
  column_id?: number;
};

/** Lists the licensed riders of the other competitions of the season, the earliest competition first. */
export async function listSeasonRiders(db: Database, competitionId: number): Promise<LicensedRider[]> {
  const [here] = await db.select().from(competitions).where(eq(competitions.id, competitionId));
  const year = here?.date.slice(0, 4);
  const ofYear = (await listOfOrganiser(db, competitionId)).filter(({ date }) => date.slice(0, 4) === year);
  const inSeries = await listUsableOfSameSeries(db, competitionId);
  const season = new Map([...ofYear, ...inSeries].map((one) => [one.id, one.date]));
  const riders: LicensedRider[] = [];
  for (const [id] of [...season].sort(([, a], [, b]) => a.localeCompare(b))) {
    const { first_name, last_name, licence, dossard_number } = participants;
    const found = await db
      .select({ first_name, last_name, licence, dossard_number })
      .from(participants)
      .where(and(isPresent(participants, id), isNotNull(licence)));
    riders.push(...found.map((rider) => ({ ...rider, column_id: id })));
  }
  return riders;
}

/**
 * Returns the function that finds the latest bib of a licence in the season, or null (B3). A licence that another
 * rider has too, in the season or among these riders, keeps none (T9).
 */
export function keptBibs(
  season: readonly LicensedRider[],
  riders: readonly Omit<LicensedRider, 'dossard_number'>[],
): (licence: string | null) => number | null {
  const keyOf = identifyingLicences([...season, ...riders]);
  // The latest competition is the last.
  const bibs = new Map(season.map(({ licence, dossard_number }) => [keyOf(licence), dossard_number]));
  return (licence) => {
    const key = keyOf(licence);
    return (key !== undefined && bibs.get(key)) || null;
  };
}

/** Lists the other competitions of the series that count this one; both relations must be usable (X2). */
async function listUsableOfSameSeries(db: Database, competitionId: number) {
  const found: { id: number; date: string }[] = [];
  for (const { id } of await listUsableSeries(db, competitionId)) {
    const counted = await listCounted(db, id);
    const readable = await usableIds(db, counted);
    for (const { competition } of counted)
      if (competition.id !== competitionId && competition.deleted_at === null && readable.has(competition.id))
        found.push(competition);
  }
  return found;
}
