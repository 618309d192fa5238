import * as endpoints from '@dossard/contract/participants/participant.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { isUnchanged } from '../../http/answers/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { listStarts, withStart } from '../starts/start.store.ts';
import { createParticipant, deleteParticipant, updateParticipant, updateStatus } from './participant.actions.ts';
import { getParticipantWithRuns, getProgress, listParticipantsOf, listRoster } from './participant.store.ts';
import { mergeParticipants, swapParticipants } from './wrong.bibs.ts';

export function participantRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, endpoints.listParticipants, async ({ competition, query }) => ({
    participants: await listParticipantsOf(db, competition, query.category),
  }));

  route(app, parts, endpoints.findParticipant, ({ competition, params }) =>
    getParticipantWithRuns(db, competition, params.dossard),
  );

  writeRoute(app, parts, endpoints.createParticipant, (write, call) => createParticipant(write, call.body));
  writeRoute(app, parts, endpoints.updateParticipant, (write, call) => updateParticipant(write, call.body));
  writeRoute(app, parts, endpoints.updateStatus, (write, call) => updateStatus(write, call.body));
  writeRoute(app, parts, endpoints.deleteParticipant, (write, call) =>
    deleteParticipant(write, call.body.dossard_number),
  );

  writeRoute(app, parts, endpoints.swapParticipants, (write, call) => swapParticipants(write, call.body));
  writeRoute(app, parts, endpoints.mergeParticipants, (write, call) => mergeParticipants(write, call.body));

  route(app, parts, endpoints.getProgress, ({ competition, now }) => getProgress(db, competition.id, now));

  route(app, parts, endpoints.getRoster, async ({ competition, request, reply }) => {
    const etag = `"v${competition.version}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (isUnchanged(request, etag)) return reply.code(304).send();
    const [starts, riders] = await Promise.all([listStarts(db, competition), listRoster(db, competition.id)]);
    return { participants: riders.map(withStart(starts)), version: competition.version };
  });
}
