import type { StandingsQuery } from '@dossard/contract/series/standings.schema.ts';
import type { Season } from './season.ts';
import { writeStandingsCsv } from './standings.csv.ts';
import { groupsFor, writeClubs, writeStandings } from './standings.ts';

/** Serialises the standings for a query, once for all readers. */
export const answerStandings = (season: Season, query: StandingsQuery): Promise<Buffer> =>
  season.answer(`json ${canonical(season, query)}`, async () => JSON.stringify(await writeStandings(season, query)));

/** Writes the standings for a query as CSV, once for all readers. */
export const answerStandingsCsv = (season: Season, query: StandingsQuery): Promise<Buffer> =>
  season.answer(`csv ${canonical(season, query)}`, async () => writeStandingsCsv(await writeStandings(season, query)));

/** Serialises the ranking of clubs, once for all readers. */
export const answerClubs = (season: Season): Promise<Buffer> =>
  season.answer('clubs', async () => JSON.stringify(await writeClubs(season)));

/** Names the groups of a query: however a category is spelled, or made up, it is one answer. */
const canonical = (season: Season, query: StandingsQuery): string =>
  groupsFor(season, query)
    .map((group) => season.groups.indexOf(group))
    .join();
