import * as endpoints from '@dossard/contract/participants/participant.endpoints.ts';
import { isUnchanged } from '../../http/answers/etag.ts';
import type { Routes } from '../../http/routes/route.ts';
import { listStarts, withStart } from '../starts/start.store.ts';
import { createParticipant, deleteParticipant, updateParticipant, updateStatus } from './participant.actions.ts';
import { getParticipantWithRuns, getProgress, listParticipantsOf, listRoster } from './participant.store.ts';
import { mergeParticipants, swapParticipants } from './wrong.bibs.ts';

export function participantRoutes({ route, writeRoute, parts: { db } }: Routes): void {
  route(endpoints.listParticipants, async ({ competition, query }) => ({
    participants: await listParticipantsOf(db, competition, query.category),
  }));

  route(endpoints.findParticipant, ({ competition, params }) =>
    getParticipantWithRuns(db, competition, params.dossard),
  );

  writeRoute(endpoints.createParticipant, (write, call) => createParticipant(write, call.body));
  writeRoute(endpoints.updateParticipant, (write, call) => updateParticipant(write, call.body));
  writeRoute(endpoints.updateStatus, (write, call) => updateStatus(write, call.body));
  writeRoute(endpoints.deleteParticipant, (write, call) => deleteParticipant(write, call.body.dossard_number));

  writeRoute(endpoints.swapParticipants, (write, call) => swapParticipants(write, call.body));
  writeRoute(endpoints.mergeParticipants, (write, call) => mergeParticipants(write, call.body));

  route(endpoints.getProgress, ({ competition, now }) => getProgress(db, competition.id, now));

  route(endpoints.getRoster, async ({ competition, request, reply }) => {
    const etag = `"v${competition.version}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (isUnchanged(request, etag)) return reply.code(304).send();
    const [starts, riders] = await Promise.all([listStarts(db, competition), listRoster(db, competition.id)]);
    return { participants: riders.map(withStart(starts)), version: competition.version };
  });
}
