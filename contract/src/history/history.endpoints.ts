import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { rankingSchema } from '../rankings/ranking.schema.ts';
import { historyQuerySchema, historySchema, rankingAtQuerySchema, restoredSchema } from './history.schema.ts';

export const listHistory = endpoint('listHistory', 'GET /competition/:id/audit', {
  topic: 'history',
  summary: 'The history of changes, newest first; `restorable` marks the ones that can be undone now',
  who: inCompetition('manage_competition'),
  query: historyQuerySchema,
  answer: historySchema,
});

export const restoreEntry = endpoint('restoreEntry', 'POST /competition/:id/audit/:entry/restore', {
  changes: 'everything',
  summary: 'Undoes one entry of the history: restores what it deleted, reverses an edit or a whole import',
  who: inCompetition('manage_competition'),
  answer: restoredSchema,
  refusals: ['dossard_taken', 'not_restorable', 'last_admin'],
});

export const getRankingAt = endpoint('getRankingAt', 'GET /competition/:id/ranking-at', {
  topic: 'ranking',
  summary: 'The ranking at a past time, from the history; `version` is the current one',
  who: inCompetition('manage_competition'),
  query: rankingAtQuerySchema,
  answer: rankingSchema,
});
