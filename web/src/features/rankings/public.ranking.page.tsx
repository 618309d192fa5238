import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { publicCompetition, publicLinksOf } from '../../queries/competition.queries.ts';
import { GenderWords } from '../../riders/rider.words.tsx';
import { formatDay } from '../../text/formats.ts';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './ranking.module.css';
import { type Addressed, Rankings } from './ranking.page.tsx';

/** The public ranking, which spectators reload all day: light, and never blank (A7). */
export default function PublicRankingPage({ competitionId, search, onSearch }: Addressed) {
  const { data: competition } = useQuery(publicCompetition(competitionId));
  const isUnknown = Number.isNaN(competitionId);
  return (
    <PageFrame>
      {isUnknown || competition === null ? (
        <main className="page" id="main">
          <Alert kind="problem" title={isUnknown ? m.invalid_competition_id() : m.competition_not_public()}>
            <a href="/">{m.to_start()}</a>
          </Alert>
        </main>
      ) : (
        <main className={`page ${styles.wide}`} id="main">
          <div className="above">
            <h1>{competition?.name ?? m.ranking()}</h1>
            <p className="soft">
              {competition ? `${formatDay(competition.date)} · ${competition.location}` : '\u00a0'}
            </p>
            {competition && <Elsewhere competitionId={competitionId} />}
          </div>
          <GenderWords youth={competition?.youth_words}>
            <Rankings {...{ competition, competitionId, search, onSearch }} reader="public" />
          </GenderWords>
        </main>
      )}
    </PageFrame>
  );
}

/** Links to the entry page while it takes entries (J1), and to the public series that the competition counts for (T12). */
function Elsewhere({ competitionId }: { competitionId: number }) {
  const { takes_entries, series = [] } = useQuery(publicLinksOf(competitionId)).data ?? {};
  return (
    <div className={styles.series}>
      {takes_entries && <a href={`/entry/${competitionId}`}>{m.enter_here()}</a>}
      {series.length > 0 && m.part_of()}
      {series.map(({ id, name, season }) => (
        <a key={id} href={`/series/${id}`}>
          {name} {season}
        </a>
      ))}
    </div>
  );
}
