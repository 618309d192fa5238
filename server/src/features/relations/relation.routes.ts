import * as endpoints from '@dossard/contract/relations/relation.endpoints.ts';
import type { Database } from '../../database/client.ts';
import type { Call } from '../../http/routes/call.ts';
import type { Routes } from '../../http/routes/route.ts';
import { deleteRelation, takeOverRelation } from './relation.actions.ts';
import { listRelations } from './relation.store.ts';

type Named = Pick<Call<typeof endpoints.listRelations>, 'competition' | 'caller'>;

export function relationRoutes({ route, changeRoute, parts: { db } }: Routes): void {
  const list = async ({ tx }: { tx: Database }, { competition, caller }: Named) => ({
    relations: await listRelations(tx, competition.id, caller),
  });

  route(endpoints.listRelations, (call) => list({ tx: db }, call));
  changeRoute(endpoints.takeOverRelation, (write, call) => takeOverRelation(write, call.caller, call.params), list);
  changeRoute(endpoints.deleteRelation, (write, call) => deleteRelation(write, call.caller, call.params), list);
}
