import { lineOf } from '@dossard/contract/calls/endpoint.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorAccess } from '../../access/competition.access.ts';
import { findSeriesAccess, type SeriesRow } from '../../access/series.access.ts';
import { joinReads } from '../../database/joined.reads.ts';
import { contentDisposition } from '../../http/answers/download.name.ts';
import { isHeld } from '../../http/answers/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { dayOf } from '../../tools/day.ts';
import type { RankingAnswers } from '../rankings/ranking.answers.ts';
import { decideRiders, listRiders } from './rider.decisions.ts';
import { createSeasons, type Season } from './season.ts';
import { warmSeasons } from './season.warming.ts';
import { createSeries, deleteSeries, removeAdmin, setCompetitions, updateSeries } from './series.actions.ts';
import {
  answerAdminInvitation,
  inviteAdmin,
  listInvitationsFor,
  withdrawAdminInvitation,
} from './series.invitations.ts';
import { describeSeries, listedCompetition, listPublicSeriesOf, listSeriesOf } from './series.store.ts';
import { answerClubs, answerStandings, answerStandingsCsv } from './standings.answers.ts';
import { writeStandingsBook } from './standings.book.ts';
import { compareSeasons } from './standings.ts';

export function seriesRoutes(app: FastifyInstance, parts: Parts, rankings: RankingAnswers): void {
  const { db } = parts;
  const seasons = createSeasons(db, rankings);
  const over = new AbortController();
  app.addHook('onListen', () => {
    warmSeasons(db, seasons, parts.clock(), over.signal).catch((err) => app.log.warn({ err }, 'standings'));
  });
  app.addHook('onClose', async () => over.abort());

  route(app, parts, endpoints.listSeries, async ({ caller, now }) => ({
    series: await listSeriesOf(db, caller),
    invitations: await listInvitationsFor(db, caller, now),
  }));
  route(app, parts, endpoints.createSeries, (call) => call.write((write) => createSeries(write, call.body)));
  route(app, parts, endpoints.getSeries, async ({ series, now }) => ({
    ...(await describeSeries(db, series, now)),
    groups: (await seasons.read(series, 'members', now)).groups,
  }));
  route(app, parts, endpoints.updateSeries, (call) =>
    call.write((write) => updateSeries(write, call.series.id, call.body)),
  );
  route(app, parts, endpoints.deleteSeries, (call) => call.write((write) => deleteSeries(write, call.series.id)));
  route(app, parts, endpoints.updateSeriesCompetitions, (call) =>
    call.write((write) => setCompetitions(write, call.series.id, call.body, call.caller)),
  );
  route(app, parts, endpoints.createSeriesAdmin, async ({ series, body, language, ...call }) => {
    const mail = { language, publicUrl: parts.publicUrl };
    const answer = await call.write((write) => inviteAdmin(write, series.id, body.email, mail));
    parts.wakePostman();
    return answer;
  });
  route(app, parts, endpoints.deleteSeriesInvitation, (call) =>
    call.write((write) => withdrawAdminInvitation(write, call.series.id, call.body.email)),
  );
  route(app, parts, endpoints.answerSeriesInvitation, (call) =>
    call.write((write) => answerAdminInvitation(write, call.body.series_id, call.caller, call.body.accept)),
  );
  route(app, parts, endpoints.deleteSeriesAdmin, (call) =>
    call.write((write) => removeAdmin(write, call.series.id, call.body.user_id)),
  );
  route(app, parts, endpoints.listSeriesRiders, ({ series }) => listRiders(db, series.id));
  route(app, parts, endpoints.decideSeriesRiders, (call) =>
    call.write((write) => decideRiders(write, call.series.id, call.body)),
  );

  route(app, parts, endpoints.previewSeries, async ({ series, body, now }) =>
    compareSeasons(await seasons.read(series, 'members', now), await seasons.tryRule(series, body.rule, now)),
  );

  route(app, parts, endpoints.getStandings, async ({ series, query, now, request, reply }) => {
    reply.header('cache-control', 'private, no-cache');
    return send(request, reply, await seasons.read(series, 'members', now), (season) => answerStandings(season, query));
  });

  route(app, parts, endpoints.getClubStandings, async ({ series, query, now, request, reply }) => {
    reply.header('cache-control', 'private, no-cache');
    const season = await seasons.read(series, 'members', now);
    return send(request, reply, season, () => answerClubs(season, query.page));
  });

  route(app, parts, endpoints.exportStandings, async ({ series, now, language, reply }) => {
    const season = await seasons.read(series, 'members', now);
    return reply
      .header('content-disposition', contentDisposition(`${series.name} ${series.season}.xlsx`))
      .type(lineOf(endpoints.exportStandings).download ?? 'application/octet-stream')
      .send(await writeStandingsBook(season, language));
  });

  const findSeries = joinReads((id: number) => findSeriesAccess(db, id, undefined));
  const getPublic = async (id: number): Promise<SeriesRow> => {
    const series = await findSeries(id);
    if (!series?.is_public) throw new Refusal('series_not_found');
    return series;
  };
  const getPublicSeason = async (id: number, now: Date, reply: FastifyReply) => {
    const series = await getPublic(id);
    reply.header('cache-control', 'public, no-cache');
    return seasons.read(series, 'public', now);
  };

  route(app, parts, endpoints.getPublicSeries, async ({ params, now, reply }) => {
    const { series, competitions, groups } = await getPublicSeason(params.seriesId, now, reply);
    const { id, name, season, rule } = series;
    const begun = competitions.findLast(({ date }) => date <= dayOf(now));
    return {
      ...{ id, name, season, rule, groups },
      competitions: competitions.map(listedCompetition),
      live_competition_id: (begun ?? competitions[0])?.id ?? null,
    };
  });

  const findCompetition = visitorAccess(db);
  route(app, parts, endpoints.listPublicSeriesOf, async ({ params, reply }) => {
    if (!(await findCompetition(params.id))?.is_public) throw new Refusal('competition_not_found');
    reply.header('cache-control', 'public, no-cache');
    return { series: await listPublicSeriesOf(db, params.id) };
  });

  route(app, parts, endpoints.getPublicStandings, async ({ params, query, now, request, reply }) =>
    send(request, reply, await getPublicSeason(params.seriesId, now, reply), (season) =>
      answerStandings(season, { ...query, page: query.page ?? 1 }),
    ),
  );

  route(app, parts, endpoints.getPublicClubStandings, async ({ params, query: { page = 1 }, now, request, reply }) =>
    send(request, reply, await getPublicSeason(params.seriesId, now, reply), (season) => answerClubs(season, page)),
  );

  route(app, parts, endpoints.exportPublicStandings, async ({ params, query, now, request, reply }) => {
    const season = await getPublicSeason(params.seriesId, now, reply);
    reply.header('etag', season.etag);
    if (isHeld(request, season.etag)) return reply.code(304).send();
    return reply
      .type(`${lineOf(endpoints.exportPublicStandings).download}; charset=utf-8`)
      .header('content-disposition', contentDisposition(`${season.series.name} ${season.series.season}.csv`))
      .send(await answerStandingsCsv(season, query));
  });
}

/** Sends an answer about a season, or 304 to clients that have it. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  season: Season,
  answer: (season: Season) => Promise<Buffer>,
): Promise<FastifyReply> {
  reply.header('etag', season.etag);
  if (isHeld(request, season.etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(await answer(season));
}
