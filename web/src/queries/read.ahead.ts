import type { QueryClient } from '@tanstack/react-query';
import { isMarked, isSessionKnown } from '../session/session.store.ts';
import { parseId } from '../text/address.ts';
import { competitionById, myCompetitions } from './competition.queries.ts';
import { zonesOf } from './zone.queries.ts';

/** While it is still asked who is here: asks at the same time for what the page will show to who was here last. */
export function readAhead(queryClient: QueryClient, path: string): void {
  if (isMarked() || !isSessionKnown()) return;
  const id = parseId(/^\/competitions\/(\d+)\//.exec(path)?.[1] ?? '');
  if (path === '/competitions') void queryClient.prefetchQuery(myCompetitions());
  if (Number.isNaN(id)) return;
  void queryClient.prefetchQuery(competitionById(id));
  void queryClient.prefetchQuery(zonesOf(id));
}
