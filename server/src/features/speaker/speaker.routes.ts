import * as endpoints from '@dossard/contract/speaker/speaker.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { type CompetitionAccess, findAccess } from '../../access/competition.access.ts';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import type { LiveHub } from '../../live/live.hub.ts';
import { streamEvents } from '../../live/live.stream.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { RankingAnswers } from '../rankings/ranking.answers.ts';
import { findLiveState } from '../rankings/ranking.routes.ts';
import { createSpeakerFeeds } from './speaker.feed.ts';
import { createSpeakerLink, deleteSpeakerLink, findByToken, findSpeakerLink } from './speaker.links.ts';

export function speakerRoutes(app: FastifyInstance, parts: Parts, rankings: RankingAnswers, hub: LiveHub): void {
  const { db } = parts;
  const readFeed = createSpeakerFeeds(db, rankings);

  async function getLinked(token: string, now: Date): Promise<CompetitionAccess> {
    const id = await findByToken(db, token, now);
    const competition = id === undefined ? undefined : await findAccess(db, id, undefined);
    if (!competition) throw new Refusal('invalid_token');
    return competition;
  }

  route(app, parts, endpoints.getSpeakerFeed, ({ competition, now }) => readFeed(competition, now));

  route(app, parts, endpoints.getSpeakerLink, async ({ competition, now }) => ({
    link: await findSpeakerLink(db, competition.id, now),
  }));

  writeRoute(app, parts, endpoints.createSpeakerLink, createSpeakerLink);

  writeRoute(app, parts, endpoints.deleteSpeakerLink, deleteSpeakerLink);

  route(app, parts, endpoints.getLinkedSpeakerFeed, async ({ query, now }) =>
    readFeed(await getLinked(query.token, now), now),
  );

  route(app, parts, endpoints.streamLinkedSpeaker, async ({ query, now, reply }) => {
    const { id, is_public } = await getLinked(query.token, now);
    return streamEvents(reply, hub, {
      competitionId: id,
      isPublic: is_public,
      onOpen: () => reply.request.leave?.(),
      findLiveState: () => findLiveState(db, id),
      isMember: async () => (await findByToken(db, query.token, parts.clock())) === id,
    });
  });
}
