import * as endpoints from '@dossard/contract/runs/run.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { listDoubtfulRuns, settleDoubtfulRuns } from './doubtful.runs.ts';
import { createRunCheck, listRunChecks, settleRunCheck } from './run.checks.ts';
import {
  createUnresolvedRun,
  deleteUnresolvedRun,
  resolveUnresolvedRun,
  settleQuarantinedRun,
} from './unresolved.runs.ts';
import { listUnresolvedRuns } from './unresolved.store.ts';

/** Runs that somebody has to decide about: compared with paper, recorded by two phones, or of an unknown bib. */
export function undecidedRunRoutes({ route, writeRoute, parts: { db } }: Routes): void {
  writeRoute(endpoints.createRunCheck, (write, call) =>
    createRunCheck(write, call.body, call.competition.ranking_rule.runs),
  );

  writeRoute(endpoints.settleRunCheck, (write, call) =>
    settleRunCheck(write, call.body, call.competition.ranking_rule.runs),
  );

  route(endpoints.listRunChecks, ({ competition }) => listRunChecks(db, competition));

  route(endpoints.listDoubtfulRuns, ({ competition, query }) => listDoubtfulRuns(db, competition, query));

  writeRoute(endpoints.settleDoubtfulRuns, (write, call) =>
    settleDoubtfulRuns(write, call.params.pair, call.body.keep),
  );

  route(endpoints.createUnresolvedRun, async (call) => {
    const { run, isNew } = await createUnresolvedRun(db, call.body, call);
    if (!isNew) call.reply.code(200);
    return run;
  });

  route(endpoints.listUnresolvedRuns, ({ competition }) => listUnresolvedRuns(db, competition, 'unknown_bib'));

  writeRoute(endpoints.resolveUnresolvedRun, (write, call) =>
    resolveUnresolvedRun(write, call.params.submission, call.body.dossard, call.competition.ranking_rule.runs),
  );

  writeRoute(endpoints.deleteUnresolvedRun, (write, call) => deleteUnresolvedRun(write, call.params.submission));

  route(endpoints.listQuarantinedRuns, ({ competition }) => listUnresolvedRuns(db, competition, 'quarantined'));

  writeRoute(endpoints.settleQuarantinedRun, (write, call) =>
    settleQuarantinedRun(write, call.params.submission, call.body.accept, call.competition.ranking_rule.runs),
  );
}
