import * as z from 'zod/mini';
import { anyone, endpoint, inCompetition, inCompetitionOrPublic, inPublic } from '../calls/endpoint.ts';
import { rankingFilterSchema, rankingQuerySchema, rankingSchema, riderRankingSchema } from './ranking.schema.ts';

export const getRanking = endpoint('getRanking', 'GET /competition/:id/liveranking', {
  topic: 'ranking',
  summary: 'The ranking, never older than the last acknowledged write',
  who: inCompetition('see_ranking'),
  query: rankingQuerySchema,
  answer: rankingSchema,
});

export const getPublicRanking = endpoint('getPublicRanking', 'GET /competitions/:id/liveranking/public', {
  topic: 'ranking',
  summary: 'The ranking of a public competition, which caches may store',
  who: inPublic,
  query: rankingQuerySchema,
  answer: rankingSchema,
  open: true,
});

export const exportPublicRanking = endpoint('exportPublicRanking', 'GET /competitions/:id/liveranking/public.csv', {
  topic: 'ranking',
  summary: 'The whole ranking of a public competition as CSV: UTF-8 with BOM, semicolons',
  who: inPublic,
  query: rankingFilterSchema,
  download: 'text/csv',
  open: true,
});

export const getRankingSchema = endpoint('getRankingSchema', 'GET /schemas/ranking.json', {
  topic: 'ranking',
  summary: 'The JSON schema of a ranking',
  who: anyone,
  answer: z.record(z.string(), z.unknown()),
  open: true,
});

export const getRiderRanking = endpoint('getRiderRanking', 'GET /competitions/:id/ranking/:dossard', {
  topic: 'ranking',
  summary: 'A rider’s place in their category and gender, their runs per zone, and the reasons for the place',
  who: inCompetitionOrPublic('see_ranking'),
  answer: riderRankingSchema,
  open: true,
});

/** Server-Sent Events: `event: ranking`, `id` the version, `data` a `LiveEvent` as JSON. */
export const streamRankings = endpoint('streamRankings', 'GET /competitions/:id/live', {
  topic: 'ranking',
  summary: 'A stream of events with the changed rankings and the current version',
  who: inCompetitionOrPublic('follow_ranking'),
  judge: 'while_valid',
  download: 'text/event-stream',
  open: true,
});
