import {
  createUnresolvedRun,
  deleteRun,
  deleteUnresolvedRun,
  importRuns,
  listDoubtfulRuns,
  listRuns,
  listUnresolvedRuns,
  recordRun as recordRunCall,
  resolveUnresolvedRun,
  settleDoubtfulRuns,
  updateRun,
  verifyRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { listDoubtful, settleDoubtful } from './doubtful.runs.ts';
import { importOutbox } from './outbox.import.ts';
import { correctRun, findSubmittedRun, recordRun, removeRun } from './run.actions.ts';
import { listRunsOfRider, refuseUnknownRider } from './run.store.ts';
import { createUnresolved, discardUnresolved, listUnresolved, resolveUnresolved } from './unresolved.runs.ts';

export function runRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, recordRunCall, async (call) => {
    const { run, isNew } = await recordRun(db, call.body, call);
    if (!isNew) call.reply.code(200);
    return run;
  });

  route(app, parts, verifyRun, async ({ query, caller }) => {
    const run = await findSubmittedRun(db, query.submissionID, caller);
    return { exists: run !== undefined, run };
  });

  route(app, parts, listRuns, async ({ competition, params }) => {
    const rider = { competition_id: competition.id, dossard: params.dossard };
    await refuseUnknownRider(db, rider);
    return { runs: await listRunsOfRider(db, rider, competition.ranking_rule.runs) };
  });

  route(app, parts, updateRun, (call) => call.write((tx) => correctRun(tx, call.body, call)));

  route(app, parts, deleteRun, (call) => {
    const { competitionID, dossard, runNumber } = call.query;
    return call.write((tx) => removeRun(tx, { competition_id: competitionID, dossard }, runNumber, call));
  });

  route(app, parts, importRuns, (call) => importOutbox(db, call.body, call, call.language));

  route(app, parts, listDoubtfulRuns, ({ competition, query }) => listDoubtful(db, competition, query));

  route(app, parts, settleDoubtfulRuns, (call) =>
    call.write((tx) => settleDoubtful(tx, call.params.pair, call.body.keep, call)),
  );

  route(app, parts, createUnresolvedRun, async (call) => {
    const { run, isNew } = await createUnresolved(db, call.body, call);
    if (!isNew) call.reply.code(200);
    return run;
  });

  route(app, parts, listUnresolvedRuns, ({ competition }) => listUnresolved(db, competition));

  route(app, parts, resolveUnresolvedRun, (call) =>
    call.write((tx) => resolveUnresolved(tx, call.params.submission, call.body.dossard, call)),
  );

  route(app, parts, deleteUnresolvedRun, (call) =>
    call.write((tx) => discardUnresolved(tx, call.params.submission, call)),
  );
}
