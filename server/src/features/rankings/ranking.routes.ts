import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import * as endpoints from '@dossard/contract/rankings/ranking.endpoints.ts';
import { rankingSchema } from '@dossard/contract/rankings/ranking.schema.ts';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { findAccess } from '../../access/competition.access.ts';
import { isStillJudging } from '../../access/judge.access.ts';
import type { Database } from '../../database/client.ts';
import { joinReads } from '../../database/joined.reads.ts';
import { sendDownload } from '../../http/answers/download.name.ts';
import { isUnchanged, sendTagged } from '../../http/answers/etag.ts';
import type { Routes } from '../../http/routes/route.ts';
import type { LiveHub, LiveState } from '../../live/live.hub.ts';
import { endStreams, streamEvents } from '../../live/live.stream.ts';
import { listGroups } from '../zones/zone.store.ts';
import type { Audience, RankingAnswers, RankingPage } from './ranking.answers.ts';
import { answerRankingCsv } from './ranking.csv.ts';
import { answerRiderRanking } from './rider.ranking.ts';

export function rankingRoutes({ app, route, parts }: Routes, rankings: RankingAnswers, hub: LiveHub): void {
  /** Thousands of streams reconnect at the same time after a server restart, so identical reads are shared. */
  const findLiveStateOnce = joinReads((id: number) => findLiveState(parts.db, id));
  app.addHook('preClose', async () => endStreams());

  route(endpoints.getRanking, async ({ competition, query, now, reply }) => {
    reply.header('cache-control', 'private, no-cache');
    return sendPage(reply, await rankings.page(competition, query, 'members', now));
  });

  route(endpoints.getPublicRanking, async ({ competition, query, now, reply }) => {
    const page = await rankings.page(competition, query, 'public', now);
    reply.header('cache-control', cachingOf(query.version, page.version, competition.names_until));
    return sendPage(reply, page);
  });

  route(endpoints.exportPublicRanking, async ({ competition, query, now, request, reply }) => {
    const ranking = await rankings.whole(competition, query, 'public', now);
    reply.header('cache-control', cachingOf(query.version, ranking.version, competition.names_until));
    reply.header('etag', etagOf(ranking));
    if (isUnchanged(request, etagOf(ranking))) return reply.code(304).send();
    return sendDownload(reply, endpoints.exportPublicRanking, `${competition.name}.csv`, answerRankingCsv(ranking));
  });

  const schema = { ...z.toJSONSchema(rankingSchema, { io: 'output' }) };
  route(endpoints.getRankingSchema, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=3600');
    return schema;
  });

  route(endpoints.getRiderRanking, async (call) => {
    const { competition, caller, params, now, reply } = call;
    const seesNames = mayInCompetition(caller, competition.role, 'see_ranking');
    const audience = seesNames ? 'members' : 'public';
    reply.header('cache-control', seesNames ? 'private, no-cache' : 'public, no-cache');
    const card = await answerRiderRanking({ db: parts.db, rankings }, competition, params.dossard, audience, now);
    return sendPage(reply, card, audience);
  });

  route(endpoints.streamRankings, ({ competition: { id, is_public }, caller, reply }) => {
    const isMember = async () => {
      if (caller?.judge) return isStillJudging(parts.db, { ...caller, judge: caller.judge }, parts.clock());
      const competition = caller && (await findAccess(parts.db, id, caller.id));
      return competition ? mayInCompetition(caller, competition.role, 'follow_ranking') : false;
    };
    return streamEvents(reply, hub, {
      competitionId: id,
      isPublic: is_public,
      findLiveState: () => findLiveStateOnce(id),
      isMember,
    });
  });
}

/**
 * Returns the cache header of a public ranking. A URL with a reached version can be cached; one with a future version
 * must not be stored; one without a version is always revalidated, and so is every URL of a competition whose names
 * will be hidden on a date.
 */
function cachingOf(asked: number | undefined, version: number, namesUntil: string | null): string {
  if (asked === undefined || namesUntil !== null) return 'public, no-cache';
  return asked <= version ? 'public, max-age=86400, immutable' : 'no-store';
}

/** Sends a finished page, or 304 to clients that have it; the ETag is the version and how names are shown. */
const etagOf = ({ version, names }: Pick<RankingPage, 'version' | 'names'>) =>
  names === 'full' ? `"v${version}"` : `"v${version}-${names}"`;

function sendPage(reply: FastifyReply, page: RankingPage, audience?: Audience): Promise<FastifyReply> {
  // Members and the public have different cards at one address.
  const etag = audience === 'members' ? etagOf(page).replace(/"$/, '-members"') : etagOf(page);
  return sendTagged(reply, etag, () => page.bytes);
}

/** Reads version and groups of a competition for its live stream; undefined if it was deleted. */
export async function findLiveState(db: Database, competitionId: number): Promise<LiveState | undefined> {
  const competition = await findAccess(db, competitionId, undefined);
  if (!competition) return undefined;
  const { version, is_public } = competition;
  return { version, is_public, groups: await listGroups(db, competitionId) };
}
