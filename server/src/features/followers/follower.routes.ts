import { followRider, unfollowRider } from '@dossard/contract/followers/follower.endpoints.ts';
import { visitorAccess } from '../../access/competition.access.ts';
import type { Routes } from '../../http/routes/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { addFollower, deleteFollower } from './follower.store.ts';

/** Browsers that follow riders (L9); without https nobody can. */
export function followerRoutes({ route, parts }: Routes): void {
  const findPublic = visitorAccess(parts.db);

  route(followRider, async ({ params, body, now }) => {
    const competition = await findPublic(params.id);
    if (!competition?.is_public) throw new Refusal('competition_not_found', { says: 'competition_not_public' });
    if (!parts.push) throw new Refusal('following_not_possible');
    await addFollower(parts.db, competition, params.dossard, body, now);
  });
  route(unfollowRider, ({ params, body }) => deleteFollower(parts.db, params.id, params.dossard, body.endpoint));
}
