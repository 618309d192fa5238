import { getRankingAt, listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Parts } from '../../parts.ts';
import { rankAt } from '../rankings/ranking.at.ts';
import { undoEntry } from './history.restore.ts';
import { listHistoryOf } from './history.store.ts';

export function historyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, listHistory, ({ competition, query }) => listHistoryOf(db, competition.id, query));

  route(app, parts, restoreEntry, ({ competition, params, caller, now, write }) =>
    write((tx) => undoEntry(tx, { competition_id: competition.id, entry_id: params.entry, actor_id: caller.id, now })),
  );

  route(app, parts, getRankingAt, ({ competition, query }) => rankAt(db, competition, query));
}
