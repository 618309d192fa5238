import * as endpoints from '@dossard/contract/series/outside.result.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { eraseOutsideRider, listOutsideRanks, setOutsideRanks } from './outside.ranks.ts';
import {
  createOutsideResult,
  deleteOutsideResult,
  getOutsideResult,
  listOutsideResults,
  updateOutsideResult,
} from './outside.results.ts';
import { readRanks } from './rank.files.ts';

/** The results from elsewhere of series. */
export function outsideRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  route(app, parts, endpoints.listOutsideResults, async ({ series }) => ({
    results: await listOutsideResults(db, series.id),
  }));
  writeRoute(app, parts, endpoints.createOutsideResult, (write, call) =>
    createOutsideResult(write, call.series.id, call.body),
  );
  writeRoute(app, parts, endpoints.updateOutsideResult, (write, call) =>
    updateOutsideResult(write, call.params, call.body),
  );
  writeRoute(app, parts, endpoints.deleteOutsideResult, (write, call) =>
    deleteOutsideResult(write, call.series.id, call.params.resultId),
  );
  route(app, parts, endpoints.getOutsideRanks, async ({ params, query }) => ({
    ranks: await listOutsideRanks(db, params, query),
  }));
  writeRoute(app, parts, endpoints.setOutsideRanks, (write, call) => setOutsideRanks(write, call.params, call.body));
  writeRoute(app, parts, endpoints.eraseOutsideRider, (write, call) =>
    eraseOutsideRider(write, call.params, call.body.row),
  );
  route(app, parts, endpoints.readRankFile, async ({ params, series, upload, body, language }) => {
    await getOutsideResult(db, series.id, params.resultId);
    return readRanks(db, series.id, { upload, options: body, language });
  });
}
