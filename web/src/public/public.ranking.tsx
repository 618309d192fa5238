import { PublicRankingPage } from '../features/rankings/public.ranking.page.tsx';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { changeSearch, parsePublicPage, useAddress } from './public.address.ts';

/** The ranking of the competition in the address, with the choice in its query. */
export function PublicRanking() {
  const { path, search: raw } = useAddress();
  const page = parsePublicPage(path);
  const { embed, ...search } = rankingSearch(raw);
  return (
    <PublicRankingPage
      competitionId={page?.name === 'ranking' ? page.competitionId : Number.NaN}
      search={search}
      embedded={embed === 1}
      // In a frame the browser's history belongs to the surrounding page.
      onSearch={(chosen, correction = false) => changeSearch({ ...chosen, embed }, correction || embed === 1)}
    />
  );
}
