import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import { sendDownload } from '../../http/answers/download.name.ts';
import { sendTagged } from '../../http/answers/etag.ts';
import type { Routes } from '../../http/routes/route.ts';
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
import { answerClubs, answerStandings } from './standings.answers.ts';
import { writeStandingsBook } from './standings.book.ts';
import { compareSeasons } from './standings.ts';

export function seriesRoutes(routes: Routes, rankings: RankingAnswers): void {
  const { app, route, writeRoute, parts } = routes;
  const { db } = parts;
  const seasons = createSeasons(db, rankings);
  const over = new AbortController();
  app.addHook('onListen', () => {
    warmSeasons(db, seasons, parts.clock(), over.signal).catch((err) => app.log.warn({ err }, 'standings'));
  });
  app.addHook('onClose', async () => over.abort());

  route(endpoints.listSeries, async ({ caller, now }) => ({
    series: await listSeriesOf(db, caller),
    invitations: await listInvitationsFor(db, caller, now),
  }));
  writeRoute(endpoints.createSeries, (write, call) => createSeries(write, call.body));
  route(endpoints.getSeries, async ({ series, now }) => ({
    ...(await describeSeries(db, series, now)),
    groups: (await seasons.read(series, 'members', now)).groups,
  }));
  writeRoute(endpoints.updateSeries, (write, call) => updateSeries(write, call.series.id, call.body));
  writeRoute(endpoints.deleteSeries, (write, call) => deleteSeries(write, call.series.id));
  writeRoute(endpoints.updateSeriesCompetitions, (write, call) =>
    setCompetitions(write, call.series.id, call.body, call.caller),
  );
  route(endpoints.createSeriesAdmin, async ({ series, body, language, ...call }) => {
    const mail = { language, publicUrl: parts.publicUrl };
    return call.write((write) => inviteAdmin(write, series.id, body.email, mail));
  });
  writeRoute(endpoints.deleteSeriesInvitation, (write, call) =>
    withdrawAdminInvitation(write, call.series.id, call.body.email),
  );
  writeRoute(endpoints.answerSeriesInvitation, (write, call) =>
    answerAdminInvitation(write, call.body.series_id, call.caller, call.body.accept),
  );
  writeRoute(endpoints.deleteSeriesAdmin, (write, call) => removeAdmin(write, call.series.id, call.body.user_id));
  route(endpoints.listSeriesRiders, ({ series }) => listRiders(db, series.id));
  writeRoute(endpoints.decideSeriesRiders, (write, call) => decideRiders(write, call.series.id, call.body));

  route(endpoints.previewSeries, async ({ series, body, now }) =>
    compareSeasons(await seasons.read(series, 'members', now), await seasons.tryRule(series, body.rule, now)),
  );

  route(endpoints.getStandings, async ({ series, query, now, reply }) => {
    reply.header('cache-control', 'private, no-cache');
    const season = await seasons.read(series, 'members', now);
    return sendTagged(reply, season.etag, () => answerStandings(season, query));
  });

  route(endpoints.getClubStandings, async ({ series, query, now, reply }) => {
    reply.header('cache-control', 'private, no-cache');
    const season = await seasons.read(series, 'members', now);
    return sendTagged(reply, season.etag, () => answerClubs(season, query));
  });

  route(endpoints.exportStandings, async ({ series, now, language, reply }) => {
    const season = await seasons.read(series, 'members', now);
    const book = await writeStandingsBook(season, language);
    return sendDownload(reply, endpoints.exportStandings, `${series.name} ${series.season}.xlsx`, book);
  });

  outsideRoutes(routes);
  publicSeriesRoutes(routes, seasons);
}
