import PublicRankingPage from '../features/rankings/public.ranking.page.tsx';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { changeSearch, competitionOf, useAddress } from './public.address.ts';

/** The ranking of the competition in the address, with the choice in its query. */
export function PublicRanking() {
  const { path, search: raw } = useAddress();
  return <PublicRankingPage competitionId={competitionOf(path)} search={rankingSearch(raw)} onSearch={changeSearch} />;
}
