import * as endpoints from '@dossard/contract/ties/tie.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { decideTie, withdrawTie } from './tie.actions.ts';
import { listTiesOf } from './tie.store.ts';

export function tiesRoutes({ route, writeRoute, parts }: Routes): void {
  route(endpoints.listTies, ({ competition }) => listTiesOf(parts.db, competition));
  writeRoute(endpoints.decideTie, (write, call) => decideTie(write, call.body));
  writeRoute(endpoints.withdrawTie, (write, call) => withdrawTie(write, call.params.dossard));
}
