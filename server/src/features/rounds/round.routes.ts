import { lineOf } from '@dossard/contract/calls/endpoint.ts';
import * as endpoints from '@dossard/contract/rounds/round.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { contentDisposition } from '../../http/answers/download.name.ts';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { listParticipantsOf } from '../participants/participant.store.ts';
import { takeOverRiders, updateFollows, updateStartOrder } from './round.actions.ts';
import { getFollows, listStartOrder } from './round.store.ts';
import { writeStartList } from './start.list.ts';

export function roundsRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.getFollows, ({ competition }) => getFollows(parts.db, competition));
  writeRoute(app, parts, endpoints.updateFollows, (write, call) => updateFollows(write, call.caller, call.body));
  writeRoute(app, parts, endpoints.takeOverRiders, (write, call) =>
    takeOverRiders(write, call.caller, call.body.dry_run),
  );
  route(app, parts, endpoints.getStartOrder, ({ competition }) => listStartOrder(parts.db, competition.id));
  writeRoute(app, parts, endpoints.updateStartOrder, (write, call) => updateStartOrder(write, call.body));
  route(app, parts, endpoints.exportStartList, async ({ competition, reply }) => {
    reply.header('content-disposition', contentDisposition(`${competition.name}.csv`));
    reply.type(`${lineOf(endpoints.exportStartList).download}; charset=utf-8`);
    return reply.send(writeStartList(await listParticipantsOf(parts.db, competition, undefined)));
  });
}
