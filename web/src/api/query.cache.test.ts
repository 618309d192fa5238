import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { rankingPage, riderRanking } from '../queries/ranking.queries.ts';
import { wholeGroup } from '../queries/whole.ranking.ts';
import { zonesOf } from '../queries/zone.queries.ts';
import { queryDefaults } from './query.cache.ts';

vi.stubGlobal('navigator', { onLine: true });

const choice = { competitionId: 1, reader: 'public', category: 'U13', gender: 'F', page: 1, live: true } as const;
const queries = {
  page: rankingPage(choice),
  rider: riderRanking(1, 7, true),
  whole: wholeGroup(1, choice, true),
  zones: zonesOf(1),
};

/** Opens a page with these queries; returns how often each was read before and after the network was away. */
async function openPage(): Promise<Record<string, number>> {
  const queryClient = new QueryClient(queryDefaults());
  queryClient.mount();
  const reads: Record<string, number> = {};
  for (const [name, { queryKey, refetchOnReconnect }] of Object.entries(queries)) {
    const queryFn = () => {
      reads[name] = (reads[name] ?? 0) + 1;
      return null;
    };
    const again = refetchOnReconnect === undefined ? {} : { refetchOnReconnect: refetchOnReconnect as 'always' };
    new QueryObserver(queryClient, { queryKey, queryFn, ...again }).subscribe(() => undefined);
  }
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return reads;
}

it('reads the rankings again once the network is back, also if they were read a moment ago', async () => {
  expect(await openPage()).toEqual({ page: 2, rider: 2, whole: 2, zones: 1 });
});
