import { followRider, unfollowRider } from '@dossard/contract/followers/follower.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { addFollower, deleteFollower } from './follower.store.ts';

/** Browsers that follow riders (L9); without https nobody can. */
export function followerRoutes({ route, parts }: Routes): void {
  route(followRider, async ({ competition, params, body, now }) => {
    if (!parts.push) throw new Refusal('following_not_possible');
    await addFollower(parts.db, competition, params.dossard, body, now);
  });
  route(unfollowRider, ({ params, body }) => deleteFollower(parts.db, params.id, params.dossard, body.endpoint));
}
