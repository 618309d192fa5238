import { anyone, endpoint } from '../calls/endpoint.ts';
import { followerInputSchema, formerFollowerSchema } from './follower.schema.ts';

export const followRider = endpoint('followRider', 'POST /competitions/:id/riders/:dossard/followers', {
  changes: [],
  invalidId: 'invalid_dossard',
  summary: 'Sends a browser a message for each run of a rider of a public competition, until shortly after the event',
  who: anyone,
  limit: 'follow',
  body: followerInputSchema,
  repeat: 'harmless',
  refusals: ['following_not_possible'],
});

export const unfollowRider = endpoint('unfollowRider', 'DELETE /competitions/:id/riders/:dossard/followers', {
  changes: [],
  invalidId: 'invalid_dossard',
  summary: 'Ends the messages to a browser about a rider; only the browser and its push service know the address',
  who: anyone,
  limit: 'follow',
  body: formerFollowerSchema,
  repeat: 'harmless',
});
