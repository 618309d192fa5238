import * as endpoints from '@dossard/contract/participants/participant.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { isUnchanged } from '../../http/answers/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
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

  route(app, parts, endpoints.createParticipant, (call) => call.write((write) => createParticipant(write, call.body)));
  route(app, parts, endpoints.updateParticipant, (call) => call.write((write) => updateParticipant(write, call.body)));
  route(app, parts, endpoints.updateStatus, (call) => call.write((write) => updateStatus(write, call.body)));
  route(app, parts, endpoints.deleteParticipant, (call) =>
    call.write((write) => deleteParticipant(write, call.body.dossard_number)),
  );

  route(app, parts, endpoints.swapParticipants, (call) => call.write((write) => swapParticipants(write, call.body)));
  route(app, parts, endpoints.mergeParticipants, (call) => call.write((write) => mergeParticipants(write, call.body)));

  route(app, parts, endpoints.getProgress, ({ competition, now }) => getProgress(db, competition.id, now));

  route(app, parts, endpoints.getRoster, async ({ competition, request, reply }) => {
    const etag = `"v${competition.version}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (isUnchanged(request, etag)) return reply.code(304).send();
    const [starts, riders] = await Promise.all([listStarts(db, competition), listRoster(db, competition.id)]);
    return { participants: riders.map(withStart(starts)), version: competition.version };
  });
}
