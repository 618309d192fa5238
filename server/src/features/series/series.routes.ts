import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { sendDownload } from '../../http/answers/download.name.ts';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import type { RankingAnswers } from '../rankings/ranking.answers.ts';
import { outsideRoutes } from './outside.routes.ts';
import { publicSeriesRoutes } from './public.series.routes.ts';
import { decideRiders, listRiders } from './rider.decisions.ts';
import { createSeasons } from './season.ts';
import { warmSeasons } from './season.warming.ts';
import { createSeries, deleteSeries, removeAdmin, setCompetitions, updateSeries } from './series.actions.ts';
import {
  answerAdminInvitation,
  inviteAdmin,
  listInvitationsFor,
  withdrawAdminInvitation,
} from './series.invitations.ts';
import { describeSeries, listSeriesOf } from './series.store.ts';
import { answerClubs, answerStandings, sendAboutSeason } from './standings.answers.ts';
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
  writeRoute(app, parts, endpoints.createSeries, (write, call) => createSeries(write, call.body));
  route(app, parts, endpoints.getSeries, async ({ series, now }) => ({
    ...(await describeSeries(db, series, now)),
    groups: (await seasons.read(series, 'members', now)).groups,
  }));
  writeRoute(app, parts, endpoints.updateSeries, (write, call) => updateSeries(write, call.series.id, call.body));
  writeRoute(app, parts, endpoints.deleteSeries, (write, call) => deleteSeries(write, call.series.id));
  writeRoute(app, parts, endpoints.updateSeriesCompetitions, (write, call) =>
    setCompetitions(write, call.series.id, call.body, call.caller),
  );
  route(app, parts, endpoints.createSeriesAdmin, async ({ series, body, language, ...call }) => {
    const mail = { language, publicUrl: parts.publicUrl };
    return call.write((write) => inviteAdmin(write, series.id, body.email, mail));
  });
  writeRoute(app, parts, endpoints.deleteSeriesInvitation, (write, call) =>
    withdrawAdminInvitation(write, call.series.id, call.body.email),
  );
  writeRoute(app, parts, endpoints.answerSeriesInvitation, (write, call) =>
    answerAdminInvitation(write, call.body.series_id, call.caller, call.body.accept),
  );
  writeRoute(app, parts, endpoints.deleteSeriesAdmin, (write, call) =>
    removeAdmin(write, call.series.id, call.body.user_id),
  );
  route(app, parts, endpoints.listSeriesRiders, ({ series }) => listRiders(db, series.id));
  writeRoute(app, parts, endpoints.decideSeriesRiders, (write, call) => decideRiders(write, call.series.id, call.body));

  route(app, parts, endpoints.previewSeries, async ({ series, body, now }) =>
    compareSeasons(await seasons.read(series, 'members', now), await seasons.tryRule(series, body.rule, now)),
  );

  route(app, parts, endpoints.getStandings, async ({ series, query, now, request, reply }) => {
    reply.header('cache-control', 'private, no-cache');
    return sendAboutSeason(request, reply, await seasons.read(series, 'members', now), (season) =>
      answerStandings(season, query),
    );
  });

  route(app, parts, endpoints.getClubStandings, async ({ series, query, now, request, reply }) => {
    reply.header('cache-control', 'private, no-cache');
    const season = await seasons.read(series, 'members', now);
    return sendAboutSeason(request, reply, season, () => answerClubs(season, query));
  });

  route(app, parts, endpoints.exportStandings, async ({ series, now, language, reply }) => {
    const season = await seasons.read(series, 'members', now);
    const book = await writeStandingsBook(season, language);
    return sendDownload(reply, endpoints.exportStandings, `${series.name} ${series.season}.xlsx`, book);
  });

  outsideRoutes(app, parts);
  publicSeriesRoutes(app, parts, seasons);
}
