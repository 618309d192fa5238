import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { type OnSearch, Rankings } from './ranking.page.tsx';
import type { RankingSearch } from './ranking.search.ts';
import './member.ranking.css';

interface Props {
  competitionId: number;
  search: RankingSearch;
  onSearch: OnSearch;
}

/** The ranking for those who run the competition, public or not: never older than the last recorded run. */
export function MemberRankingPage({ competitionId, search, onSearch }: Props) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.ranking()}
      needs="see_ranking"
      waiting={<div className="ranking-wait skeleton" />}
    >
      {(competition) => <Rankings {...{ competition, competitionId, search, onSearch }} reader="member" />}
    </CompetitionDesk>
  );
}
