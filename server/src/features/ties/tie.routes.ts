import * as endpoints from '@dossard/contract/ties/tie.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { decideTie, withdrawTie } from './tie.actions.ts';
import { listTiesOf } from './tie.store.ts';

export function tiesRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.listTies, ({ competition }) => listTiesOf(parts.db, competition));
  writeRoute(app, parts, endpoints.decideTie, (write, call) => decideTie(write, call.body));
  writeRoute(app, parts, endpoints.withdrawTie, (write, call) => withdrawTie(write, call.params.dossard));
}
