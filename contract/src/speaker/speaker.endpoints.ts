import * as z from 'zod/mini';
import { tokenSchema } from '../accounts/account.schema.ts';
import { anyone, endpoint, inCompetition } from '../calls/endpoint.ts';
import { storedTimeSchema } from '../text/text.schema.ts';
import { speakerFeedSchema, speakerLinkSchema } from './speech.schema.ts';

export const getSpeakerFeed = endpoint({
  name: 'getSpeakerFeed',
  topic: 'speaker',
  path: '/competition/:id/speaker',
  summary: 'Announcements for the speaker: who is riding where, and the changes by the latest runs',
  who: inCompetition('see_ranking'),
  answer: speakerFeedSchema,
});

export const getSpeakerLink = endpoint({
  name: 'getSpeakerLink',
  topic: 'speaker',
  path: '/competition/:id/speaker/link',
  summary: 'The current link for the speaker, without its token',
  who: inCompetition('manage_competition'),
  answer: z.object({ link: z.nullable(speakerLinkSchema) }),
});

export const createSpeakerLink = endpoint({
  name: 'createSpeakerLink',
  method: 'POST',
  changes: ['speaker'],
  path: '/competition/:id/speaker/link',
  summary: 'A new link for a speaker without an account, valid for 30 days; it replaces the former one',
  who: inCompetition('manage_competition'),
  answer: z.object({ token: z.string(), expires_at: storedTimeSchema }),
  repeat: 'secret',
});

export const deleteSpeakerLink = endpoint({
  name: 'deleteSpeakerLink',
  method: 'DELETE',
  changes: ['speaker'],
  path: '/competition/:id/speaker/link',
  summary: 'Revokes the speaker’s link; repeating it has no further effect',
  who: inCompetition('manage_competition'),
});

export const getLinkedSpeakerFeed = endpoint({
  name: 'getLinkedSpeakerFeed',
  topic: 'speaker',
  path: '/speaker',
  summary: 'Like `getSpeakerFeed`, for anybody with the link',
  who: anyone,
  query: z.object({ token: tokenSchema }),
  answer: speakerFeedSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const streamLinkedSpeaker = endpoint({
  name: 'streamLinkedSpeaker',
  topic: 'speaker',
  path: '/speaker/live',
  summary: 'The stream of events of the competition, for anybody with the speaker’s link',
  who: anyone,
  query: z.object({ token: tokenSchema }),
  download: 'text/event-stream',
  refusals: ['invalid_token'],
  limit: 'token',
});
