import * as endpoints from '@dossard/contract/series/outside.result.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
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
  route(app, parts, endpoints.createOutsideResult, (call) =>
    call.write((write) => createOutsideResult(write, call.series.id, call.body)),
  );
  route(app, parts, endpoints.updateOutsideResult, (call) =>
    call.write((write) => updateOutsideResult(write, call.params, call.body)),
  );
  route(app, parts, endpoints.deleteOutsideResult, (call) =>
    call.write((write) => deleteOutsideResult(write, call.series.id, call.params.resultId)),
  );
  route(app, parts, endpoints.getOutsideRanks, async ({ params, query }) => ({
    ranks: await listOutsideRanks(db, params, query),
  }));
  route(app, parts, endpoints.setOutsideRanks, (call) =>
    call.write((write) => setOutsideRanks(write, call.params, call.body)),
  );
  route(app, parts, endpoints.eraseOutsideRider, (call) =>
    call.write((write) => eraseOutsideRider(write, call.params, call.body.row)),
  );
  route(app, parts, endpoints.readRankFile, async ({ params, series, upload, body, language }) => {
    await getOutsideResult(db, series.id, params.resultId);
    return readRanks(db, series.id, { upload, options: body, language });
  });
}
