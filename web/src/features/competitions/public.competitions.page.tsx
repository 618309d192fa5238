import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useId, useState } from 'react';
import { formatFailure } from '../../api/failure.ts';
import { useHydrated } from '../../device/hydrated.ts';
import { useToday } from '../../device/today.ts';
import { m } from '../../paraglide/messages.js';
import { publicCompetitions } from '../../queries/competition.queries.ts';
import { hasWords } from '../../riders/rider.search.ts';
import { isSessionKnown } from '../../session/session.store.ts';
import { formatDay } from '../../text/formats.ts';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { groupByTime } from './competition.times.ts';
import styles from './public.competitions.module.css';

/** Above this number of competitions a search field is shown. */
const fewCompetitions = 12;

/** The start page: public competitions as cards, for anyone (A7). */
export function PublicCompetitionsPage() {
  const { data, error, refetch, isPending } = useQuery(publicCompetitions());
  const hydrated = useHydrated();
  return (
    <PageFrame>
      <main className="page" id="main">
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
          <ul className={styles.publicList} aria-busy="true" data-waiting={true} aria-label={m.loading()}>
            {[1, 2, 3].map((one) => (
              <li key={one} className={`card ${styles.publicCard} skeleton`} />
            ))}
          </ul>
        )}
        {data?.competitions.length === 0 && <Alert kind="note" title={m.public_competitions_empty()} />}
        {data && data.competitions.length > 0 && <Competitions all={data.competitions} />}
      </main>
    </PageFrame>
  );
}

/** Competitions grouped by time, with a search field if there are many. */
function Competitions({ all }: { all: readonly Competition[] }) {
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search);
  const inputId = useId();
  const found = all.filter(({ name, location, organizer, date }) =>
    hasWords(`${name} ${location} ${organizer} ${formatDay(date)}`, sought),
  );
  const { now, coming, past } = groupByTime(found, useToday());
  return (
    <>
      {all.length > fewCompetitions && (
        <search className={`${styles.search} needs-scripts`}>
          <label htmlFor={inputId} className="visually-hidden">
            {m.find_competition()}
          </label>
          <input
            id={inputId}
            type="search"
            className="input"
            placeholder={m.find_competition_hint()}
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <p role="status" className={found.length === 0 ? 'soft' : 'visually-hidden'}>
            {sought.trim() !== '' &&
              (found.length === 0 ? m.find_competition_none() : m.competitions_count({ count: found.length }))}
          </p>
        </search>
      )}
      <Cards title={m.competitions_now()} competitions={now} live />
      <Cards title={m.competitions_coming()} competitions={coming} />
      {past.map(({ year, competitions }) => (
        <Cards key={year} title={year} competitions={competitions} />
      ))}
    </>
  );
}

function Cards({
  title,
  competitions,
  live = false,
}: {
  title: string;
  competitions: readonly Competition[];
  live?: boolean;
}) {
  const headingId = useId();
  if (competitions.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.time}>
      <h2 id={headingId}>{title}</h2>
      <ul className={styles.publicList}>
        {competitions.map((competition) => (
          <li key={competition.id} className={`card ${styles.publicCard}`} data-live={live || undefined}>
            <div className={styles.publicTitle}>
              <h3>{competition.name}</h3>
              <span className={styles.publicLabels}>
                {live && <span className={styles.live}>{m.ranking_live()}</span>}
                <span className={styles.publicLabel}>{m.public_label()}</span>
              </span>
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
    </section>
  );
}
