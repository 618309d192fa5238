import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import * as endpoints from '@dossard/contract/copies/copy.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { copyCompetition, startCompetition } from './copy.actions.ts';
import { getCopyPreview } from './copy.store.ts';

export function copiesRoutes(app: FastifyInstance, parts: Parts): void {
  // Registered here, because a competition may start as a copy (M1).
  route(app, parts, createCompetition, (call) =>
    call.write((write) => startCompetition(write, call.caller, call.body)),
  );
  route(app, parts, endpoints.previewCopy, ({ competition, caller }) =>
    getCopyPreview(parts.db, competition.id, caller.id),
  );
  route(app, parts, endpoints.copyCompetition, (call) =>
    call.write((write) => copyCompetition(write, call.caller, call.body)),
  );
}
