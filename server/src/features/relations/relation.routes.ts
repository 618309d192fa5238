import * as endpoints from '@dossard/contract/relations/relation.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { deleteRelation, takeOverRelation } from './relation.actions.ts';
import { listRelations } from './relation.store.ts';

export function relationRoutes({ route, writeRoute, parts }: Routes): void {
  route(endpoints.listRelations, async ({ competition, caller }) => ({
    relations: await listRelations(parts.db, competition.id, caller),
  }));

  writeRoute(endpoints.takeOverRelation, async (write, { competition, caller, params }) => {
    await takeOverRelation(write, caller, params);
    return { relations: await listRelations(write.tx, competition.id, caller) };
  });

  writeRoute(endpoints.deleteRelation, async (write, { competition, caller, params }) => {
    await deleteRelation(write, caller, params);
    return { relations: await listRelations(write.tx, competition.id, caller) };
  });
}
