import {
  createCompetition,
  deleteCompetition,
  getCompetition,
  listCompetitions,
  listPublicCompetitions,
  restoreCompetition as restoreCall,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { sendRevalidated } from '../../http/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import {
  addCompetition,
  changeCompetition,
  listCompetitionsOf,
  listDeletedOf,
  listPublic,
  removeCompetition,
  restoreCompetition,
} from './competition.store.ts';

export function competitionRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, listCompetitions, async ({ caller, query, now }) => ({
    competitions:
      query.deleted === 'true' ? await listDeletedOf(db, caller, now) : await listCompetitionsOf(db, caller),
  }));

  route(app, parts, listPublicCompetitions, async (call) => {
    call.reply.header('cache-control', 'public, no-cache');
    return sendRevalidated(call, listPublicCompetitions, { competitions: await listPublic(db) });
  });

  route(app, parts, createCompetition, ({ body, caller, write }) => write((tx) => addCompetition(tx, body, caller)));

  route(app, parts, getCompetition, async ({ competition }) => competition);

  route(app, parts, updateCompetition, ({ competition, body, caller, write }) =>
    write((tx) => changeCompetition(tx, competition, body, caller)),
  );

  route(app, parts, deleteCompetition, ({ competition, caller, now, write }) =>
    write((tx) => removeCompetition(tx, competition, caller, now)),
  );

  route(app, parts, restoreCall, ({ competition, caller, now, write }) =>
    write((tx) => restoreCompetition(tx, competition, caller, now)),
  );

  route(app, parts, setVisibility, ({ competition, body, caller, write }) =>
    write((tx) => changeCompetition(tx, competition, { is_public: body.is_public }, caller)),
  );
}
