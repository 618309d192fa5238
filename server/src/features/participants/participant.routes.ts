import {
  createParticipant,
  deleteParticipant,
  findParticipant,
  getProgress,
  getRoster,
  listParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { isHeld } from '../../http/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { addParticipant, changeParticipant, removeParticipant } from './participant.actions.ts';
import { getParticipantWithRuns, listParticipantsOf, listRoster, readProgress } from './participant.store.ts';

export function participantRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, listParticipants, async ({ competition, query }) => ({
    participants: await listParticipantsOf(db, competition.id, query.category),
  }));

  route(app, parts, findParticipant, ({ competition, params }) =>
    getParticipantWithRuns(db, competition.id, params.dossard),
  );

  route(app, parts, createParticipant, ({ body, caller, write }) => write((tx) => addParticipant(tx, body, caller.id)));
  route(app, parts, updateParticipant, ({ body, caller, write }) =>
    write((tx) => changeParticipant(tx, body, caller.id)),
  );
  route(app, parts, deleteParticipant, ({ body, caller, now, write }) =>
    write((tx) => removeParticipant(tx, body, caller.id, now)),
  );

  route(app, parts, getProgress, ({ competition }) => readProgress(db, competition.id));

  route(app, parts, getRoster, async ({ competition, request, reply }) => {
    const etag = `"v${competition.version}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (isHeld(request, etag)) return reply.code(304).send();
    return { participants: await listRoster(db, competition.id), version: competition.version };
  });
}
