import * as endpoints from '@dossard/contract/relations/relation.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { deleteRelation, takeOverRelation } from './relation.actions.ts';
import { listRelations } from './relation.store.ts';

export function relationRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.listRelations, async ({ competition, caller }) => ({
    relations: await listRelations(parts.db, competition.id, caller),
  }));

  writeRoute(app, parts, endpoints.takeOverRelation, async (write, { competition, caller, params }) => {
    await takeOverRelation(write, caller, params);
    return { relations: await listRelations(write.tx, competition.id, caller) };
  });

  writeRoute(app, parts, endpoints.deleteRelation, async (write, { competition, caller, params }) => {
    await deleteRelation(write, caller, params);
    return { relations: await listRelations(write.tx, competition.id, caller) };
  });
}
