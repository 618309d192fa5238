import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import * as endpoints from '@dossard/contract/copies/copy.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { copyCompetition, startCompetition } from './copy.actions.ts';
import { getCopyPreview } from './copy.store.ts';

export function copiesRoutes(app: FastifyInstance, parts: Parts): void {
  // Registered here, because a competition may start as a copy (M1).
  writeRoute(app, parts, createCompetition, (write, call) => startCompetition(write, call.caller, call.body));
  route(app, parts, endpoints.previewCopy, ({ competition, caller }) =>
    getCopyPreview(parts.db, competition.id, caller.id),
  );
  writeRoute(app, parts, endpoints.copyCompetition, (write, call) => copyCompetition(write, call.caller, call.body));
}
