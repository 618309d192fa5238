import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { parseId } from '../text/address.ts';
import { profile } from './account.queries.ts';
import { competitionById } from './competition.queries.ts';
import { membersOf } from './member.queries.ts';
import { participantsOf, progressOf } from './participant.queries.ts';
import { resultsOf } from './result.queries.ts';
import { riderByBib, runsOfRider } from './run.queries.ts';
import { rankedGroups, zonesOf } from './zone.queries.ts';

/** What each page of a competition reads first, by the next step of its address. */
const reads: Record<string, readonly ((id: number) => object)[]> = {
  edit: [zonesOf],
  zones: [zonesOf],
  participants: [participantsOf, rankedGroups],
  'start-order': [participantsOf, rankedGroups],
  users: [membersOf],
  'qr-invitation': [membersOf],
  phones: [membersOf],
  overview: [progressOf, zonesOf],
  progress: [progressOf, zonesOf],
  jury: [progressOf, zonesOf],
  runs: [zonesOf, rankedGroups],
  paper: [participantsOf, zonesOf],
  print: [participantsOf, zonesOf],
  results: [resultsOf],
  'live-ranking': [rankedGroups],
  history: [rankedGroups],
};

/** Requests the data of the page at a path while its code loads; of an invalid address nothing but the account. */
export function prefetchPage(client: QueryClient, path: string): void {
  const [, id = '', page = '', bib] = /^\/competitions\/(\d+)\/([\w-]+)(?:\/(\d+)\/runs)?/.exec(path) ?? [];
  const competitionId = parseId(id);
  const ofRider = [riderByBib, runsOfRider].map((read) => (of: number) => read(of, parseId(bib ?? '')));
  const all = bib === undefined ? (reads[page] ?? []) : [...ofRider, zonesOf];
  void client.prefetchQuery(profile());
  if (Number.isNaN(competitionId)) return;
  for (const read of [competitionById, ...all]) void client.prefetchQuery(read(competitionId) as FetchQueryOptions);
}
