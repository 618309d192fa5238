import type { CompetitionPage, ListedCompetition } from '@dossard/contract/competitions/competition.schema.ts';
import { competitionsPageSize } from '@dossard/contract/competitions/competition.schema.ts';
import { groupByTime } from '@dossard/contract/competitions/competition.times.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useHydrated } from '../../device/hydrated.ts';
import { isPublicDemo } from '../../device/installation.ts';
import { useToday } from '../../device/today.ts';
import { m } from '../../paraglide/messages.js';
import { publicCompetitions } from '../../queries/competition.queries.ts';
import { isSessionKnown } from '../../session/session.store.ts';
import { pageIn } from '../../text/address.ts';
import { formatDay, splitDay } from '../../text/formats.ts';
import { RetryAlert } from '../../ui/failure/retry.alert.tsx';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { PageLinks } from '../../ui/parts/page.links.tsx';
import styles from './public.competitions.module.css';

/** Above this number of competitions a search field is shown. */
const fewCompetitions = 12;
/** The server searches once the reader pauses for this long, in milliseconds. */
const pauseMs = 250;

/** The start page: public competitions as cards, for anyone (A7). */
export default function PublicCompetitionsPage() {
  const page = useLocation({ select: ({ href }) => pageIn({ page: Number(/[?&]page=(\d+)/.exec(href)?.[1]) }) });
  const [search, setSearch] = useState('');
  const sought = useSettled(search.trim());
  const { data, error, refetch, isPending } = useQuery(publicCompetitions(sought === '' ? page : 1, sought));
  return (
    <PageFrame beside={<SignIn />}>
      <main className={styles.start} id="main">
        <header className={styles.hero}>
          <h1>{m.start_title()}</h1>
          <Doors />
          {data?.setup_open && <Setup />}
        </header>
        <div className="page">
          {error && <RetryAlert error={error} retry={refetch} />}
          {isPending && (
            <ul className={`plain ${styles.publicList}`} aria-busy="true" data-waiting={true} aria-label={m.loading()}>
              {[1, 2, 3].map((one) => (
                <li key={one} className={`card ${styles.publicCard} skeleton`} />
              ))}
            </ul>
          )}
          {data && (search !== '' || sought !== '' || data.total > fewCompetitions) && (
            <SearchField {...{ search, setSearch }} found={sought === '' ? undefined : data} />
          )}
          {data?.total === 0 && sought === '' && !data.setup_open && (
            <Alert kind="note" title={m.public_competitions_empty()} />
          )}
          {data && <Competitions shown={data.competitions} isSearch={sought !== ''} />}
          {data && sought === '' && (
            <PageLinks
              label={m.pages_of_competitions()}
              page={page}
              pages={Math.ceil(data.total / competitionsPageSize)}
              hrefOf={(other) => (other === 1 ? '/' : `/?page=${other}`)}
            />
          )}
        </div>
      </main>
    </PageFrame>
  );
}

/** The way to one's own competitions, or to sign in. */
function SignIn() {
  const hydrated = useHydrated();
  const isKnown = hydrated && isSessionKnown();
  return (
    <Link
      to={isKnown ? '/competitions' : '/login'}
      className={`button button-quiet ${styles.account} ${hydrated ? '' : styles.signIn}`}
    >
      {isKnown ? m.my_competitions() : m.sign_in()}
    </Link>
  );
}

/** The six doors of a run, one of them lost. */
function Doors() {
  return (
    <svg className={styles.doors} viewBox="0 0 106 32" width={106} height={32} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((door) => (
        <rect key={door} x={door * 18.8 + 1} y={1} width={10} height={30} rx={3} data-lost={door === 4 || undefined} />
      ))}
    </svg>
  );
}

/** What Dossard is, for somebody who has just installed it, and the first two things to do (A8). */
function Setup() {
  return (
    <>
      <p>{m.what_dossard_is()}</p>
      <div className={`desk-actions ${styles.setupWays}`}>
        {!isPublicDemo() && (
          <Link to="/setup" className="button button-go">
            {m.organise()}
          </Link>
        )}
        <Link to="/setup" className="button">
          {m.view_demonstration()}
        </Link>
      </div>
    </>
  );
}

/** Returns a text once it has been the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, pauseMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface SearchProps {
  search: string;
  setSearch: (search: string) => void;
  /** The result of the search, if there is one. */
  found: CompetitionPage | undefined;
}

function SearchField({ search, setSearch, found }: SearchProps) {
  return (
    <search className={`${styles.search} needs-scripts`}>
      <input
        type="search"
        className="input"
        aria-label={m.find_competition()}
        placeholder={m.find_competition_hint()}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p role="status" className={found && (found.total === 0 || found.next !== null) ? 'soft' : 'visually-hidden'}>
        {found && describeFound(found)}
      </p>
    </search>
  );
}

function describeFound({ total, next, competitions }: CompetitionPage): string {
  if (total === 0) return m.find_competition_none();
  return next === null
    ? m.competitions_count({ count: total })
    : m.find_competition_many({ shown: competitions.length, count: total });
}

/** Competitions grouped by time; past years are folded beside others, but not what was searched for. */
function Competitions({ shown, isSearch }: { shown: readonly ListedCompetition[]; isSearch: boolean }) {
  const { now, coming, past } = groupByTime(shown, useToday());
  const isOpen = isSearch || now.length + coming.length === 0;
  return (
    <>
      <Group title={m.competitions_now()} competitions={now} live />
      <Group title={m.competitions_coming()} competitions={coming} />
      {past.map(({ year, competitions }) => (
        <details key={`${year} ${isOpen}`} className={`card ${styles.past}`} open={isOpen}>
          <summary>
            <h2>{m.competitions_past({ year })}</h2> <span className="soft numbers">{competitions.length}</span>
          </summary>
          <ul className={`plain ${styles.rows}`}>
            {competitions.map((competition) => (
              <Row key={competition.id} competition={competition} />
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

interface GroupProps {
  title: string;
  competitions: readonly ListedCompetition[];
  /** True for those of today. */
  live?: boolean;
}

function Group({ title, competitions, live = false }: GroupProps) {
  if (competitions.length === 0) return null;
  const Item = live ? LiveCard : Row;
  return (
    <section aria-label={title} className={styles.time}>
      <h2>{title}</h2>
      <ul className={`plain ${live ? styles.publicList : `card ${styles.rows}`}`}>
        {competitions.map((competition) => (
          <Item key={competition.id} competition={competition} />
        ))}
      </ul>
    </section>
  );
}

function LiveCard({ competition }: { competition: ListedCompetition }) {
  const { name, date, location, organizer, description } = competition;
  return (
    <li className={`card ${styles.publicCard}`}>
      <div className={styles.labels}>
        <strong className={styles.live}>{m.ranking_live()}</strong>
        <span className={styles.label}>{m.public_label()}</span>
      </div>
      <h3>{name}</h3>
      <p className="soft">
        {formatDay(date)} · {location}
        <br />
        {m.organised_by({ organizer })}
      </p>
      {description && <p className={styles.description}>{description}</p>}
      <EntryLink competition={competition} />
      <RankingLink competition={competition} className="button button-go" />
    </li>
  );
}

function Row({ competition }: { competition: ListedCompetition }) {
  const { name, date, location, organizer, description } = competition;
  const { day, month } = splitDay(date);
  return (
    <li className={styles.row}>
      <p className={`${styles.date} numbers`}>
        <span className="visually-hidden">{formatDay(date)}</span>
        <strong aria-hidden="true">{day}</strong>
        <span aria-hidden="true">{month}</span>
      </p>
      <div>
        <h3>{name}</h3>
        <p className="soft">
          {location} · {organizer}
        </p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <p className={styles.rowEnd}>
        <span className={styles.label}>{m.public_label()}</span>
        <EntryLink competition={competition} />
        <RankingLink competition={competition} className={styles.rowLink} />
      </p>
    </li>
  );
}

/** The way to the entry page while that takes entries (J1). */
function EntryLink({ competition: { id, takes_entries } }: { competition: ListedCompetition }) {
  if (!takes_entries) return null;
  return (
    <a href={`/entry/${id}`} className={styles.entryLink}>
      {m.enter_here()}
    </a>
  );
}

function RankingLink({ competition, className }: { competition: ListedCompetition; className: string | undefined }) {
  return (
    <Link
      to="/public/competitions/$competitionId/live-ranking"
      params={{ competitionId: String(competition.id) }}
      className={className}
    >
      {m.view_ranking()}
    </Link>
  );
}
