import { getRankingAt, listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { undoEntry } from './history.restore.ts';
import { listHistoryOf } from './history.store.ts';
import { rankAt } from './past.ranking.ts';
import { erasePersonalDataOf, readPersonalData } from './personal.data.ts';

export function historyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, listHistory, ({ competition, query }) => listHistoryOf(db, competition.id, query));

  route(app, parts, restoreEntry, ({ competition, params, caller, now, write }) =>
    write((tx) => undoEntry(tx, { competition_id: competition.id, entry_id: params.entry, actor_id: caller.id, now })),
  );

  route(app, parts, getRankingAt, ({ competition, query }) => rankAt(db, competition, query));

  route(app, parts, getPersonalData, ({ competition, params }) => readPersonalData(db, competition, params.dossard));
  route(app, parts, erasePersonalData, ({ competition, params, caller, write }) =>
    write((tx) =>
      erasePersonalDataOf(tx, { competition_id: competition.id, dossard: params.dossard, actor_id: caller.id }),
    ),
  );
}
