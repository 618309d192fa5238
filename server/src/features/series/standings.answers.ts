import { type StandingsQuery, standingsPageSize } from '@dossard/contract/series/standings.schema.ts';
import { pageOf } from '@dossard/contract/text/pages.ts';
import { columnsKey } from './season.groups.ts';
import type { Season } from './season.ts';
import { writeStandingsCsv } from './standings.csv.ts';
import { groupsFor, listShown, writeClubs, writeStandings } from './standings.ts';

/** Serialises the standings for a query, once for all readers. */
export async function answerStandings(season: Season, query: StandingsQuery): Promise<Buffer> {
  const lines = await Promise.all(groupsFor(season, query).map((group) => listShown(season, group, query.discipline)));
  const page = existing(query.page, lines.flat().length);
  return season.answer(`json ${canonical(season, query)} ${page ?? ''}`, async () =>
    JSON.stringify(await writeStandings(season, { ...query, page })),
  );
}

/** Writes all standings for a query as CSV, once for all readers. */
export const answerStandingsCsv = (season: Season, query: StandingsQuery): Promise<Buffer> =>
  season.answer(`csv ${canonical(season, query)}`, async () => writeStandingsCsv(await writeStandings(season, query)));

/** Serialises the ranking of clubs, or a page of it; they are ranked once for all readers. */
export async function answerClubs(season: Season, { page: asked, discipline }: StandingsQuery): Promise<Buffer> {
  const columns = columnsKey(season.columns, discipline);
  const { clubs, total } = await season.compute(`clubs ${columns}`, () => writeClubs(season, discipline));
  const page = existing(asked, total);
  const { from, to, next } = pageOf(page, standingsPageSize, total);
  return season.answer(`clubs ${columns} ${page ?? ''}`, async () =>
    JSON.stringify({ clubs: clubs.slice(from, to), total, next }),
  );
}

/** Names the groups and columns of a query: however they are spelled, or made up, it is one answer. */
const canonical = (season: Season, query: StandingsQuery): string =>
  `${groupsFor(season, query).map((group) => season.groups.indexOf(group))} ${columnsKey(season.columns, query.discipline)}`;

/** All pages beyond the last are one answer. */
const existing = (page: number | undefined, total: number): number | undefined =>
  page === undefined ? undefined : Math.min(page, Math.ceil(total / standingsPageSize) + 1);
