import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/alert.tsx';
import { sayDay } from '../../ui/formats.ts';
import { PageFrame } from '../../ui/page.frame.tsx';
import { publicCompetitions } from '../competitions/competition.queries.ts';
import { type OnSearch, type RankingSearch, Rankings } from './ranking.page.tsx';

interface Props {
  competitionId: number;
  search: RankingSearch;
  onSearch: OnSearch;
}

/** The ranking that parents refresh all day: public, light, and never blank (spec §2). */
export function PublicRankingPage({ competitionId, search, onSearch }: Props) {
  const { data } = useQuery(publicCompetitions());
  const competition = data?.competitions.find((one) => one.id === competitionId);
  if (Number.isNaN(competitionId) || (data && !competition)) {
    const title = Number.isNaN(competitionId) ? m.invalid_competition_id() : m.competition_not_public();
    return (
      <PageFrame>
        <main className="page">
          <Alert kind="problem" title={title}>
            <a href="/">{m.to_start()}</a>
          </Alert>
        </main>
      </PageFrame>
    );
  }
  return (
    <PageFrame>
      <main className="page ranking-wide">
        <div className="ranking-head">
          <h1>{competition?.name ?? m.ranking()}</h1>
          <p className="soft">{competition ? `${sayDay(competition.date)} · ${competition.location}` : '\u00a0'}</p>
        </div>
        <Rankings
          competition={competition}
          competitionId={competitionId}
          reader="public"
          search={search}
          onSearch={onSearch}
        />
      </main>
    </PageFrame>
  );
}
