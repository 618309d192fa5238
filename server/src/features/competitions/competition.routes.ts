import * as endpoints from '@dossard/contract/competitions/competition.endpoints.ts';
import type { CompetitionAccess, CompetitionRow } from '../../access/competition.access.ts';
import { sendRevalidated } from '../../http/answers/etag.ts';
import type { Routes } from '../../http/routes/route.ts';
import { deleteCompetition, restoreCompetition, updateCompetition } from './competition.actions.ts';
import { listCompetitionsOf, listDeletedOf, markBroken } from './competition.store.ts';
import { createPublicList } from './public.list.ts';

export function competitionRoutes({ route, writeRoute, parts }: Routes): void {
  const { db } = parts;
  const readPublic = createPublicList(parts);

  route(endpoints.listCompetitions, async ({ caller, query, now }) => ({
    competitions:
      query.deleted === 'true' ? await listDeletedOf(db, caller, now) : await listCompetitionsOf(db, caller),
  }));

  route(endpoints.listPublicCompetitions, async (call) =>
    sendRevalidated(call, endpoints.listPublicCompetitions, await readPublic(call.query, call.now)),
  );

  route(endpoints.getPublicCompetition, (call) =>
    sendRevalidated(call, endpoints.getPublicCompetition, { ...call.competition, role: null }),
  );

  route(endpoints.getCompetition, async ({ competition }) => markBroken(competition));

  writeRoute(endpoints.updateCompetition, async (write, call) =>
    withRole(call, await updateCompetition(write, call.body)),
  );

  writeRoute(endpoints.deleteCompetition, deleteCompetition);

  writeRoute(endpoints.restoreCompetition, async (write, call) =>
    withRole(call, await restoreCompetition(write, call.competition)),
  );

  writeRoute(endpoints.setVisibility, async (write, call) =>
    withRole(call, await updateCompetition(write, { is_public: call.body.is_public })),
  );
}

/** Adds the caller's role to a competition, for answers. */
const withRole = ({ competition: { role } }: { competition: CompetitionAccess }, row: CompetitionRow) => ({
  ...row,
  role,
});
