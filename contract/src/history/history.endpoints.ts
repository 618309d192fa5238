import { endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { rankingSchema } from '../rankings/ranking.schema.ts';
import { historyQuerySchema, historySchema, rankingAtQuerySchema, restoredSchema } from './history.schema.ts';

const historyEndpoint = endpointsOf({ who: inCompetition('manage_competition'), topic: 'history' });

export const listHistory = historyEndpoint('listHistory', 'GET /competition/:id/audit', {
  summary: 'The history of changes, newest first; `restorable` marks the ones that can be undone now',
  query: historyQuerySchema,
  answer: historySchema,
});

export const restoreEntry = historyEndpoint('restoreEntry', 'POST /competition/:id/audit/:entry/restore', {
  changes: 'everything',
  summary: 'Undoes one entry of the history: restores what it deleted, reverses an edit or a whole import',
  answer: restoredSchema,
  refusals: ['dossard_taken', 'not_restorable', 'last_admin'],
});

export const getRankingAt = historyEndpoint('getRankingAt', 'GET /competition/:id/ranking-at', {
  topic: 'ranking',
  summary: 'The ranking at a past time, from the history; `version` is the current one',
  query: rankingAtQuerySchema,
  answer: rankingSchema,
});
