import * as endpoints from '@dossard/contract/speaker/speaker.endpoints.ts';
import { type CompetitionAccess, findAccess } from '../../access/competition.access.ts';
import type { Routes } from '../../http/routes/route.ts';
import type { LiveHub } from '../../live/live.hub.ts';
import { streamEvents } from '../../live/live.stream.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { RankingAnswers } from '../rankings/ranking.answers.ts';
import { findLiveState } from '../rankings/ranking.routes.ts';
import { createSpeakerFeeds } from './speaker.feed.ts';
import { createSpeakerLink, deleteSpeakerLink, findByToken, findSpeakerLink } from './speaker.links.ts';

export function speakerRoutes({ route, writeRoute, parts }: Routes, rankings: RankingAnswers, hub: LiveHub): void {
  const { db } = parts;
  const readFeed = createSpeakerFeeds(db, rankings);

  async function getLinked(token: string, now: Date): Promise<CompetitionAccess> {
    const id = await findByToken(db, token, now);
    const competition = id === undefined ? undefined : await findAccess(db, id, undefined);
    if (!competition) throw new Refusal('invalid_token');
    return competition;
  }

  route(endpoints.getSpeakerFeed, ({ competition, now }) => readFeed(competition, now));

  route(endpoints.getSpeakerLink, async ({ competition, now }) => ({
    link: await findSpeakerLink(db, competition.id, now),
  }));

  writeRoute(endpoints.createSpeakerLink, createSpeakerLink);

  writeRoute(endpoints.deleteSpeakerLink, deleteSpeakerLink);

  route(endpoints.getLinkedSpeakerFeed, async ({ query, now }) => readFeed(await getLinked(query.token, now), now));

  route(endpoints.streamLinkedSpeaker, async ({ query, now, reply }) => {
    const { id, is_public } = await getLinked(query.token, now);
    return streamEvents(reply, hub, {
      competitionId: id,
      isPublic: is_public,
      findLiveState: () => findLiveState(db, id),
      isMember: async () => (await findByToken(db, query.token, parts.clock())) === id,
    });
  });
}
