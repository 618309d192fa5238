import * as z from 'zod/mini';
import { tokenSchema } from '../accounts/account.schema.ts';
import { anyone, endpoint, inCompetition } from '../calls/endpoint.ts';
import { storedTimeSchema } from '../text/text.schema.ts';
import { speakerFeedSchema, speakerLinkSchema } from './speech.schema.ts';

export const getSpeakerFeed = endpoint({
  name: 'getSpeakerFeed',
  method: 'GET',
  path: '/competition/:id/speaker',
  summary: 'What there is to say at the loudspeaker: who rides where, and what the latest runs changed',
  who: inCompetition('see_ranking'),
  answer: speakerFeedSchema,
});

export const getSpeakerLink = endpoint({
  name: 'getSpeakerLink',
  method: 'GET',
  path: '/competition/:id/speaker/link',
  summary: 'The speaker’s link that is in force, without its token',
  who: inCompetition('manage_competition'),
  answer: z.object({ link: z.nullable(speakerLinkSchema) }),
});

export const createSpeakerLink = endpoint({
  name: 'createSpeakerLink',
  method: 'POST',
  path: '/competition/:id/speaker/link',
  summary: 'A new link for a speaker without an account, for 30 days; the one before ends',
  who: inCompetition('manage_competition'),
  answer: z.object({ token: z.string(), expires_at: storedTimeSchema }),
  repeatsItself: true,
});

export const deleteSpeakerLink = endpoint({
  name: 'deleteSpeakerLink',
  method: 'DELETE',
  path: '/competition/:id/speaker/link',
  summary: 'Takes the speaker’s link back; again is the same',
  who: inCompetition('manage_competition'),
});

export const getLinkedSpeakerFeed = endpoint({
  name: 'getLinkedSpeakerFeed',
  method: 'GET',
  path: '/speaker',
  summary: 'As `getSpeakerFeed`, for whoever holds the link',
  who: anyone,
  query: z.object({ token: tokenSchema }),
  answer: speakerFeedSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const streamLinkedSpeaker = endpoint({
  name: 'streamLinkedSpeaker',
  method: 'GET',
  path: '/speaker/live',
  summary: 'The stream of events of the competition, for whoever holds the speaker’s link',
  who: anyone,
  query: z.object({ token: tokenSchema }),
  download: 'text/event-stream',
  refusals: ['invalid_token'],
  limit: 'token',
});
