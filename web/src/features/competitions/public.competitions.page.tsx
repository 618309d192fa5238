import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatFailure } from '../../api/failure.ts';
import { useHydrated } from '../../device/hydrated.ts';
import { m } from '../../paraglide/messages.js';
import { publicCompetitions } from '../../queries/competition.queries.ts';
import { isSessionKnown } from '../../session/session.store.ts';
import { formatDay } from '../../text/formats.ts';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './public.competitions.module.css';

/** The start page: public competitions as cards, for anyone (A7). */
export function PublicCompetitionsPage() {
  const { data, error, refetch, isPending } = useQuery(publicCompetitions());
  const hydrated = useHydrated();
  return (
    <PageFrame>
      <main className="page">
        <div className={styles.publicHead}>
          <h1>{m.public_competitions_title()}</h1>
          {hydrated && isSessionKnown() ? (
            <Link to="/competitions" className="button button-go">
              {m.my_competitions()}
            </Link>
          ) : (
            <Link to="/login" className={hydrated ? 'button' : `button ${styles.signIn}`}>
              {m.sign_in()}
            </Link>
          )}
        </div>
        {error && (
          <Alert kind="problem" title={formatFailure(error)}>
            <button type="button" className="button" onClick={() => refetch()}>
              {m.retry()}
            </button>
          </Alert>
        )}
        {isPending && (
          <ul className={styles.publicList} aria-busy="true" aria-label={m.loading()}>
            {[1, 2, 3].map((one) => (
              <li key={one} className={`card ${styles.publicCard} skeleton`} />
            ))}
          </ul>
        )}
        {data?.competitions.length === 0 && <Alert kind="note" title={m.public_competitions_empty()} />}
        {data && data.competitions.length > 0 && (
          <ul className={styles.publicList}>
            {data.competitions.map((competition) => (
              <li key={competition.id} className={`card ${styles.publicCard}`}>
                <div className={styles.publicTitle}>
                  <h2>{competition.name}</h2>
                  <span className={styles.publicLabel}>{m.public_label()}</span>
                </div>
                <p className="soft">
                  {formatDay(competition.date)} · {competition.location}
                </p>
                <p className="soft">{m.organised_by({ organizer: competition.organizer })}</p>
                {competition.description && <p className={styles.publicDescription}>{competition.description}</p>}
                <Link
                  to="/public/competitions/$competitionId/live-ranking"
                  params={{ competitionId: String(competition.id) }}
                  className="button button-go"
                >
                  {m.view_ranking()}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </main>
    </PageFrame>
  );
}
