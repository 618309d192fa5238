import * as endpoints from '@dossard/contract/series/outside.result.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
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
export function outsideRoutes({ route, writeRoute, parts: { db } }: Routes): void {
  route(endpoints.listOutsideResults, async ({ series }) => ({
    results: await listOutsideResults(db, series.id),
  }));
  writeRoute(endpoints.createOutsideResult, (write, call) => createOutsideResult(write, call.series.id, call.body));
  writeRoute(endpoints.updateOutsideResult, (write, call) => updateOutsideResult(write, call.params, call.body));
  writeRoute(endpoints.deleteOutsideResult, (write, call) =>
    deleteOutsideResult(write, call.series.id, call.params.resultId),
  );
  route(endpoints.getOutsideRanks, async ({ params, query }) => ({
    ranks: await listOutsideRanks(db, params, query),
  }));
  writeRoute(endpoints.setOutsideRanks, (write, call) => setOutsideRanks(write, call.params, call.body));
  writeRoute(endpoints.eraseOutsideRider, (write, call) => eraseOutsideRider(write, call.params, call.body.row));
  route(endpoints.readRankFile, async ({ params, series, upload, body, language }) => {
    await getOutsideResult(db, series.id, params.resultId);
    return readRanks(db, series.id, { upload, options: body, language });
  });
}
