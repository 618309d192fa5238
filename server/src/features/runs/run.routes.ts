import { getCounts } from '@dossard/contract/competitions/competition.endpoints.ts';
import * as endpoints from '@dossard/contract/runs/run.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { countCompetition } from './competition.counts.ts';
import { importRuns } from './outbox.import.ts';
import { quarantineRun } from './quarantine.ts';
import { deleteRun, refuseWithoutReason, updateRun } from './run.actions.ts';
import { createRunsOfSheet } from './run.batch.ts';
import { listAllRuns, listRunSources } from './run.list.ts';
import { moveRuns } from './run.moves.ts';
import { listRunsOfRider, refuseUnknownRider } from './run.store.ts';
import { createRun } from './submission.actions.ts';
import { findSubmittedRun } from './submission.store.ts';

/** Runs as they are recorded, read, corrected and moved. */
export function runRoutes({ route, writeRoute, parts: { db } }: Routes): void {
  route(endpoints.createRun, async (call) => {
    const { judge } = call.caller;
    const { run, isNew } = judge?.quarantine
      ? await quarantineRun(db, call.body, call, judge)
      : await createRun(db, call.body, call);
    if (!isNew) call.reply.code(200);
    return run;
  });

  route(endpoints.verifyRun, async ({ query, caller }) => {
    const run = await findSubmittedRun(db, query.submissionID, caller);
    return { exists: run !== undefined, run };
  });

  route(endpoints.listRuns, async ({ competition, params }) => {
    const rider = { competition_id: competition.id, dossard: params.dossard };
    await refuseUnknownRider(db, rider);
    return { runs: await listRunsOfRider(db, rider, competition.ranking_rule.runs) };
  });

  route(endpoints.listAllRuns, ({ competition, query }) => listAllRuns(db, competition, query));

  // Here because doubtful runs are counted, which competitions know nothing of.
  route(getCounts, ({ competition }) => countCompetition(db, competition));

  route(endpoints.listRunSources, ({ competition }) => listRunSources(db, competition.id));

  writeRoute(endpoints.updateRun, async (write, call) => {
    await refuseWithoutReason(write, call.body.dossard, call.body.reason);
    return updateRun(write, call.body, call.competition.ranking_rule.runs);
  });

  writeRoute(endpoints.deleteRun, async (write, call) => {
    const { dossard, runNumber, reason } = call.query;
    await refuseWithoutReason(write, dossard, reason);
    await deleteRun(write, dossard, runNumber, reason);
  });

  writeRoute(endpoints.moveRuns, (write, call) => moveRuns(write, call.body));

  route(endpoints.importRuns, (call) => importRuns(db, call.body, call, call.language));

  route(endpoints.createRunsOfSheet, (call) => createRunsOfSheet(db, call.body, call, call.language));
}
