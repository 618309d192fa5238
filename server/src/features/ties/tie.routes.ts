import * as endpoints from '@dossard/contract/ties/tie.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { decideTie, withdrawTie } from './tie.actions.ts';
import { listTiesOf } from './tie.store.ts';

export function tiesRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.listTies, ({ competition }) => listTiesOf(parts.db, competition));
  route(app, parts, endpoints.decideTie, (call) => call.write((write) => decideTie(write, call.body)));
  route(app, parts, endpoints.withdrawTie, (call) => call.write((write) => withdrawTie(write, call.params.dossard)));
}
