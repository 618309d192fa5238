import { anyone, endpointsOf, inPublic } from '../calls/endpoint.ts';
import { followerInputSchema, formerFollowerSchema } from './follower.schema.ts';

const followerEndpoint = endpointsOf({ who: anyone, changes: [], limit: 'follow', repeat: 'harmless' });

export const followRider = followerEndpoint('followRider', 'POST /competitions/:id/riders/:dossard/followers', {
  summary: 'Sends a browser a message for each run of a rider of a public competition, until shortly after the event',
  who: inPublic,
  body: followerInputSchema,
  refusals: ['following_not_possible'],
});

export const unfollowRider = followerEndpoint('unfollowRider', 'DELETE /competitions/:id/riders/:dossard/followers', {
  summary: 'Ends the messages to a browser about a rider; only the browser and its push service know the address',
  body: formerFollowerSchema,
});
