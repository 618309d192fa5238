import { lineOf } from '@dossard/contract/calls/endpoint.ts';
import * as endpoints from '@dossard/contract/rounds/round.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { contentDisposition } from '../../http/answers/download.name.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { listParticipantsOf } from '../participants/participant.store.ts';
import { takeOverRiders, updateFollows, updateStartOrder } from './round.actions.ts';
import { getFollows, listStartOrder } from './round.store.ts';
import { writeStartList } from './start.list.ts';

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
  route(app, parts, endpoints.exportStartList, async ({ competition, reply }) => {
    reply.header('content-disposition', contentDisposition(`${competition.name}.csv`));
    reply.type(`${lineOf(endpoints.exportStartList).download}; charset=utf-8`);
    return reply.send(writeStartList(await listParticipantsOf(parts.db, competition, undefined)));
  });
}
