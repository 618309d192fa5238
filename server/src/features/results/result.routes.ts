import * as endpoints from '@dossard/contract/results/result.endpoints.ts';
import { resultsFileName } from '@dossard/contract/results/results.file.ts';
import { sendDownload } from '../../http/answers/download.name.ts';
import type { Routes } from '../../http/routes/route.ts';
import type { PeriodicWork } from '../../tools/periodic.work.ts';
import type { RankingAnswers } from '../rankings/ranking.answers.ts';
import { buildResults } from './export.results.ts';
import { holdResults } from './held.results.ts';
import { writeOfficialBook } from './official.book.ts';
import { startReleases } from './releases.ts';
import { declareResult } from './result.actions.ts';
import { getListByHash, getPublishedList, getShownList, listManagedResults, listResultsOf } from './result.store.ts';
import { resultsWords } from './results.words.ts';

export function resultsRoutes({ app, route, writeRoute, parts }: Routes, rankings: RankingAnswers): void {
  route(endpoints.exportResults, async ({ competition, language, reply }) => {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const file = await buildResults(parts.db, { competition_id: competition.id, language }, left.signal);
    const name = resultsFileName(resultsWords(language)('results'), competition);
    return sendDownload(reply, endpoints.exportResults, name, file);
  });

  route(endpoints.listResults, async ({ competition, now }) => ({
    groups: await listManagedResults(parts.db, competition, rankings, now),
  }));

  writeRoute(endpoints.declareResult, (write, call) => declareResult(write, call.body));

  let releases: PeriodicWork | undefined;
  app.addHook('onListen', async () => {
    const onTrouble = (error: Error) => app.log.error({ err: error }, 'held results');
    releases = startReleases({ db: parts.db, clock: parts.clock, onTrouble });
  });
  app.addHook('onClose', () => releases?.stop());
  route(endpoints.holdResults, async (call) => {
    await call.write((write) => holdResults(write, call.body));
    void releases?.runNow();
  });

  route(endpoints.getOfficialList, ({ competition, params }) => getPublishedList(parts.db, competition, params));

  route(endpoints.exportOfficialList, async ({ competition, params, language, reply }) => {
    const published = await getPublishedList(parts.db, competition, params);
    const { category, gender, revision } = published.list;
    const word = `${resultsWords(language)('official')} ${category} ${resultsWords(language)(gender)} ${revision}`;
    const book = await writeOfficialBook(published, language);
    return sendDownload(reply, endpoints.exportOfficialList, resultsFileName(word, competition), book);
  });

  route(endpoints.listPublicResults, async ({ competition }) => ({
    groups: await listResultsOf(parts.db, competition.id),
  }));

  route(endpoints.getOfficialJson, async ({ competition, params, reply }) => {
    const { body, sha256 } = await getShownList(parts.db, competition.id, params);
    // The bytes never change, but the competition may become private.
    return reply.header('etag', `"${sha256}"`).type('application/json; charset=utf-8').send(Buffer.from(body));
  });

  route(endpoints.getPublicList, ({ competition, params, now }) =>
    getPublishedList(parts.db, competition, params, now.toISOString().slice(0, 10)),
  );

  route(endpoints.verifyList, ({ query }) => getListByHash(parts.db, query.sha256));
}
