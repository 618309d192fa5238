import type { QueryClient } from '@tanstack/react-query';
import { competitionById, myCompetitions, publicCompetition } from '../queries/competition.queries.ts';
import { zonesOf } from '../queries/zone.queries.ts';
import { isMarked, isSessionKnown } from '../session/session.store.ts';
import { parseId } from '../text/address.ts';

/* Options that many routes share. */

type PageData = typeof import('../queries/page.data.ts');

export interface LoaderArguments<Params> {
  context: { queryClient: QueryClient };
  params: Params;
}

/** Returns a `head` with the page's title. */
export const titled = (title: () => string) => () => ({ meta: [{ title: `${title()} – Dossard` }] });

/** Returns a `head` with the name of a public competition as title, once it is loaded. */
export const titledByCompetition =
  (title: () => string) =>
  ({ match, params }: { match: { context: { queryClient: QueryClient } }; params: { competitionId: string } }) => {
    const known = match.context.queryClient.getQueryData(publicCompetition(parseId(params.competitionId)).queryKey);
    return { meta: [{ title: known ? `${known.name} – ${title()}` : `${title()} – Dossard` }] };
  };

/**
 * Returns a `loader` that requests the data of a competition's page while the page's code loads. The requests are in a
 * separate chunk, which public pages never load.
 */
export const prefetching =
  <Params>(choose: (data: PageData) => (queryClient: QueryClient, params: Params) => void) =>
  <Given extends Params>({ context, params }: LoaderArguments<Given>): void => {
    void import('../queries/page.data.ts').then((data) => choose(data)(context.queryClient, params));
  };

/** Requests the data of the page for the remembered account, while its session is still being checked. */
export function readAhead(queryClient: QueryClient, path: string): void {
  if (isMarked() || !isSessionKnown()) return;
  const id = parseId(/^\/competitions\/(\d+)\//.exec(path)?.[1] ?? '');
  if (path === '/competitions') void queryClient.prefetchQuery(myCompetitions());
  if (Number.isNaN(id)) return;
  void queryClient.prefetchQuery(competitionById(id));
  void queryClient.prefetchQuery(zonesOf(id));
}
