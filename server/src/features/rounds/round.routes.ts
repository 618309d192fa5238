import * as endpoints from '@dossard/contract/rounds/round.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { takeOverRiders, updateFollows, updateStartOrder } from './round.actions.ts';
import { getFollows, listStartOrder } from './round.store.ts';

export function roundsRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.getFollows, ({ competition }) => getFollows(parts.db, competition));
  route(app, parts, endpoints.updateFollows, (call) =>
    call.write((write) => updateFollows(write, call.caller, call.body)),
  );
  route(app, parts, endpoints.takeOverRiders, (call) =>
    call.write((write) => takeOverRiders(write, call.caller, call.body.dry_run)),
  );
  route(app, parts, endpoints.getStartOrder, ({ competition }) => listStartOrder(parts.db, competition.id));
  route(app, parts, endpoints.updateStartOrder, (call) => call.write((write) => updateStartOrder(write, call.body)));
}
