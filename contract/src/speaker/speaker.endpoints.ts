import * as z from 'zod/mini';
import { tokenSchema } from '../accounts/account.schema.ts';
import { anyone, endpoint, endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { storedTimeSchema } from '../text/text.schema.ts';
import { speakerFeedSchema, speakerLinkSchema } from './speech.schema.ts';

const linkEndpoint = endpointsOf({ who: inCompetition('manage_competition'), topic: 'speaker', changes: ['speaker'] });

const tokenEndpoint = endpointsOf({ who: anyone, topic: 'speaker', limit: 'token', refusals: ['invalid_token'] });

export const getSpeakerFeed = endpoint('getSpeakerFeed', 'GET /competition/:id/speaker', {
  topic: 'speaker',
  summary: 'Announcements for the speaker: who is riding where, and the changes by the latest runs',
  who: inCompetition('see_ranking'),
  answer: speakerFeedSchema,
});

export const getSpeakerLink = linkEndpoint('getSpeakerLink', 'GET /competition/:id/speaker/link', {
  summary: 'The current link for the speaker, without its token',
  answer: z.object({ link: z.nullable(speakerLinkSchema) }),
});

export const createSpeakerLink = linkEndpoint('createSpeakerLink', 'POST /competition/:id/speaker/link', {
  summary: 'A new link for a speaker without an account, valid for 30 days; it replaces the former one',
  answer: z.object({ token: z.string(), expires_at: storedTimeSchema }),
  repeat: 'secret',
});

export const deleteSpeakerLink = linkEndpoint('deleteSpeakerLink', 'DELETE /competition/:id/speaker/link', {
  summary: 'Revokes the speaker’s link; repeating it has no further effect',
});

export const getLinkedSpeakerFeed = tokenEndpoint('getLinkedSpeakerFeed', 'GET /speaker', {
  summary: 'Like `getSpeakerFeed`, for anybody with the link',
  query: z.object({ token: tokenSchema }),
  answer: speakerFeedSchema,
});

export const streamLinkedSpeaker = tokenEndpoint('streamLinkedSpeaker', 'GET /speaker/live', {
  summary: 'The stream of events of the competition, for anybody with the speaker’s link',
  query: z.object({ token: tokenSchema }),
  download: 'text/event-stream',
});
