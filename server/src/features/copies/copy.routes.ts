import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import * as endpoints from '@dossard/contract/copies/copy.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { copyCompetition, startCompetition } from './copy.actions.ts';
import { getCopyPreview } from './copy.store.ts';

export function copiesRoutes({ route, writeRoute, parts }: Routes): void {
  // Registered here, because a competition may start as a copy (M1).
  writeRoute(createCompetition, (write, call) => startCompetition(write, call.caller, call.body));
  route(endpoints.previewCopy, ({ competition, caller }) => getCopyPreview(parts.db, competition.id, caller.id));
  writeRoute(endpoints.copyCompetition, (write, call) => copyCompetition(write, call.caller, call.body));
}
