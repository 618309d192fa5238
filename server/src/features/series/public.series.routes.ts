import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import { visitorAccess } from '../../access/competition.access.ts';
import { findSeriesAccess, type SeriesRow } from '../../access/series.access.ts';
import { joinReads } from '../../database/joined.reads.ts';
import { sendDownload } from '../../http/answers/download.name.ts';
import { isUnchanged, sendTagged } from '../../http/answers/etag.ts';
import type { Routes } from '../../http/routes/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { dayOf } from '../../tools/day.ts';
import type { Seasons } from './season.ts';
import { getPublicLinks, listedColumn } from './series.store.ts';
import { answerClubs, answerStandings, answerStandingsCsv } from './standings.answers.ts';
import { competitionsOf } from './standings.ts';

/** The public standings of series. */
export function publicSeriesRoutes({ route, parts: { db } }: Routes, seasons: Seasons): void {
  const findSeries = joinReads((id: number) => findSeriesAccess(db, id, undefined));
  const getPublic = async (id: number): Promise<SeriesRow> => {
    const series = await findSeries(id);
    if (!series?.is_public) throw new Refusal('series_not_found');
    return series;
  };
  const getPublicSeason = async (id: number, now: Date) => seasons.read(await getPublic(id), 'public', now);

  route(endpoints.getPublicSeries, async ({ params, now }) => {
    const { series, columns, groups } = await getPublicSeason(params.seriesId, now);
    const competitions = competitionsOf(columns);
    const begun = competitions.findLast(({ date }) => date <= dayOf(now));
    return {
      ...series,
      groups,
      competitions,
      columns: columns.map(listedColumn),
      live_competition_id: (begun ?? competitions[0])?.id ?? null,
    };
  });

  const findCompetition = visitorAccess(db);
  route(endpoints.getPublicLinks, async ({ params, now }) => {
    if (!(await findCompetition(params.id))?.is_public) throw new Refusal('competition_not_found');
    return getPublicLinks(db, params.id, now);
  });

  route(endpoints.getPublicStandings, async ({ params, query, now, reply }) => {
    const season = await getPublicSeason(params.seriesId, now);
    return sendTagged(reply, season.etag, () => answerStandings(season, { ...query, page: query.page ?? 1 }));
  });

  route(endpoints.getPublicClubStandings, async ({ params, query, now, reply }) => {
    const season = await getPublicSeason(params.seriesId, now);
    return sendTagged(reply, season.etag, () => answerClubs(season, { ...query, page: query.page ?? 1 }));
  });

  route(endpoints.exportPublicStandings, async ({ params, query, now, request, reply }) => {
    const season = await getPublicSeason(params.seriesId, now);
    reply.header('etag', season.etag);
    if (isUnchanged(request, season.etag)) return reply.code(304).send();
    const name = `${season.series.name} ${season.series.season}.csv`;
    return sendDownload(reply, endpoints.exportPublicStandings, name, await answerStandingsCsv(season, query));
  });
}
