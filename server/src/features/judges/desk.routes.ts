import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import * as endpoints from '@dossard/contract/judges/desk.endpoints.ts';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import type { Routes } from '../../http/routes/route.ts';
import { answerDeskCall, createDeskCall, listDeskCalls } from './desk.calls.ts';
import { createRunRequest, decideRunRequest, listRunRequests } from './run.requests.ts';

/** What referees tell the desk: corrections they ask for, and calls. */
export function deskRoutes({ route, writeRoute, parts: { db } }: Routes): void {
  writeRoute(endpoints.createRunRequest, async (write, { competition, caller, body, reply }) => {
    const { request, isNew } = await createRunRequest(write, body, caller, competition.ranking_rule.runs);
    if (!isNew) reply.code(200);
    return request;
  });

  route(endpoints.listRunRequests, async ({ competition, caller }) => ({
    requests: await listRunRequests(db, competition.id, ownOnly(competition, caller)),
  }));

  writeRoute(endpoints.decideRunRequest, (write, call) =>
    decideRunRequest(write, call.params.request, call.body, call.competition.ranking_rule.runs),
  );

  writeRoute(endpoints.createDeskCall, async (write, { competition, caller, body, reply }) => {
    const { call: stored, isNew } = await createDeskCall(write, body, { competition, caller });
    if (!isNew) reply.code(200);
    return stored;
  });

  route(endpoints.listDeskCalls, async ({ competition, caller }) => ({
    calls: await listDeskCalls(db, competition.id, ownOnly(competition, caller)),
  }));

  writeRoute(endpoints.answerDeskCall, (write, { params, body }) => answerDeskCall(write, params.call, body.answer));
}

/** Returns the sender to whom a list is limited: the caller, unless they may correct runs. */
const ownOnly = (competition: CompetitionAccess, caller: Caller): number | undefined =>
  mayInCompetition(caller, competition.role, 'edit_runs') ? undefined : caller.id;
