import {
  createCompetition,
  getCompetition,
  listCompetitions,
  listPublicCompetitions,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Parts } from '../../parts.ts';
import { addCompetition, changeCompetition, listCompetitionsOf, listPublic } from './competition.store.ts';

export function competitionRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, listCompetitions, async ({ caller }) => ({ competitions: await listCompetitionsOf(db, caller) }));

  route(app, parts, listPublicCompetitions, async ({ reply }) => {
    reply.header('cache-control', 'public, no-cache');
    return { competitions: await listPublic(db) };
  });

  route(app, parts, createCompetition, ({ body, caller }) => addCompetition(db, body, caller));

  route(app, parts, getCompetition, async ({ competition }) => competition);

  route(app, parts, updateCompetition, ({ competition, body, caller }) =>
    changeCompetition(db, competition, body, caller),
  );

  route(app, parts, setVisibility, ({ competition, body, caller }) =>
    changeCompetition(db, competition, { is_public: body.is_public }, caller),
  );
}
