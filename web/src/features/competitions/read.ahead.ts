import type { QueryClient } from '@tanstack/react-query';
import { isSessionKnown } from '../../session/session.keeper.ts';
import { readId } from '../../ui/route.id.ts';
import { profile } from '../accounts/account.queries.ts';
import { zonesOf } from '../zones/zone.queries.ts';
import { competitionById, myCompetitions } from './competition.queries.ts';

/** Asks for what every page of a competition needs, and returns its id for what this page needs besides. */
export function readCompetition(queryClient: QueryClient, competitionId: string): number | undefined {
  const id = readId(competitionId);
  if (Number.isNaN(id)) return undefined;
  void queryClient.prefetchQuery(profile());
  void queryClient.prefetchQuery(competitionById(id));
  return id;
}

/** While it is still asked who is here: asks at the same time for what the page will show to who was here last. */
export function readAhead(queryClient: QueryClient, path: string): void {
  if (!isSessionKnown()) return;
  const id = readId(/^\/competitions\/(\d+)\//.exec(path)?.[1] ?? '');
  if (path === '/competitions') void queryClient.prefetchQuery(myCompetitions());
  if (Number.isNaN(id)) return;
  void queryClient.prefetchQuery(competitionById(id));
  void queryClient.prefetchQuery(zonesOf(id));
}
