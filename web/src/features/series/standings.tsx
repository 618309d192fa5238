import { shownGroups } from '@dossard/contract/rankings/ranking.choice.ts';
import { columnId, disciplineKey, type PublicSeries } from '@dossard/contract/series/series.schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { laterPart } from '../../device/later.part.ts';
import { useNetwork } from '../../device/online.ts';
import { type LiveReads, useLive } from '../../live/live.ts';
import { m } from '../../paraglide/messages.js';
import { useAllPages } from '../../queries/all.pages.ts';
import type { Reader } from '../../queries/ranking.queries.ts';
import { clubsOf, standingsOf } from '../../queries/series.queries.ts';
import { formatDay, formatTime } from '../../text/formats.ts';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Segments } from '../../ui/fields/segments.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { DeviceTime } from '../../ui/parts/device.time.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { GroupChoice } from '../rankings/group.choice.tsx';
import rankingStyles from '../rankings/ranking.module.css';
import styles from './standings.module.css';
import '../../ui/frame/kit.css';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { Rank } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { type StandingsSearch, useStandingsSearch } from './standings.search.ts';
import { StandingsTables } from './standings.tables.tsx';

/* A separate chunk: most readers print nothing. */
const StandingsPaper = laterPart(() => import('./standings.paper.tsx'), 'StandingsPaper');

interface Props {
  /** Its live competition announces changes; without one the standings are only polled. */
  series: Omit<PublicSeries, 'competitions'>;
  reader: Reader;
  embedded?: boolean;
}

const standingsReads: LiveReads = {
  changed: () => ({ queryKey: ['standings'] }),
  // At most every second, because the server adds up all competitions of a season, and spread, as for rankings.
  delayMs: () => 1_000 + Math.random() * 500,
};

/** Shows the standings of one category, for one or both genders, or of the clubs. The choice is kept in the URL. */
export function Standings({ series, reader, embedded }: Props) {
  const [search, onSearch] = useStandingsSearch(embedded);
  const live = useLive(series.live_competition_id, standingsReads);
  if (series.columns.length === 0) return <Alert kind="note" title={m.standings_no_competitions()} />;
  const categories = [...new Set(series.groups.map((group) => group.category))];
  const category = categories.find((one) => one === search.category) ?? categories[0];
  if (category === undefined) return <Alert kind="note" title={m.standings_empty()} />;
  const showsClubs = search.view === 'clubs' && series.rule.clubs !== null;
  const disciplines = [
    ...new Map(series.columns.map((one) => [disciplineKey(one.discipline), one.discipline])).values(),
  ];
  const discipline = disciplines.find((one) => one === search.discipline);
  return (
    <>
      <div className={`${styles.views} no-print`}>
        {series.rule.clubs !== null && (
          <Segments
            legend={m.standings()}
            name="view"
            choices={[
              { value: undefined, label: m.standings_riders() },
              { value: 'clubs', label: m.standings_clubs() },
            ]}
            chosen={showsClubs ? 'clubs' : undefined}
            onChoose={(view) => onSearch({ ...search, view, line: undefined })}
          />
        )}
        {disciplines.length > 1 && (
          <Segments
            legend={m.discipline()}
            name="discipline"
            choices={[undefined, ...disciplines].map((value) => ({ value, label: value ?? m.discipline_all() }))}
            chosen={discipline}
            onChoose={(one) => onSearch({ ...search, discipline: one, line: undefined })}
          />
        )}
      </div>
      {showsClubs && <ClubStandings {...{ discipline, reader }} seriesId={series.id} />}
      {!showsClubs && (
        <>
          <div className={`${rankingStyles.choice} no-print`}>
            <GroupChoice
              categories={categories}
              category={category}
              gender={search.gender}
              onCategory={(category) => onSearch({ ...search, category, line: undefined })}
              onGender={(gender) => onSearch({ ...search, gender, line: undefined })}
            />
          </div>
          <Groups {...{ series, reader, category, discipline, live, search, onSearch }} />
        </>
      )}
    </>
  );
}

interface GroupsProps extends Props {
  category: string;
  discipline: string | undefined;
  live: boolean;
  search: StandingsSearch;
  onSearch: (search: StandingsSearch) => void;
}

function Groups({ series, reader, category, discipline, live, search, onSearch }: GroupsProps) {
  const query = useInfiniteQuery(standingsOf(series.id, reader, { category, discipline }));
  const { data, error, refetch, dataUpdatedAt } = query;
  const isWhole = useAllPages(query);
  const isStale = useNetwork() === 'offline' || error !== null;
  const groups = shownGroups({ categories_and_genders: series.groups }, category, search.gender);
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={styles.wait} />;
  return (
    <>
      <p className="row apart above soft small">
        {/* A screen reader announces this when the data becomes stale, but not every new run. */}
        <span role="status">
          {isStale && (
            <span className={rankingStyles.stale}>{m.ranking_stale({ time: formatTime(dataUpdatedAt) })}</span>
          )}
        </span>
        {!isStale && (
          <>
            {live && <span className={`${rankingStyles.live} ${styles.live}`}>{m.ranking_live()}</span>}
            <DeviceTime>{m.ranking_updated({ time: formatTime(dataUpdatedAt) })}</DeviceTime>
          </>
        )}
      </p>
      {groups.length === 0 && <Alert kind="note" title={m.ranking_no_group()} />}
      <div className="stack">
        <StandingsTables {...{ groups, data }} opened={search.line} onOpen={(line) => onSearch({ ...search, line })} />
      </div>
      <ol className={styles.legend} aria-label={m.series_competitions()}>
        {data.columns.map((column) => (
          <li key={columnId(column)}>
            {column.name} <span className="soft">{formatDay(column.date)}</span>
          </li>
        ))}
      </ol>
      <OpenButton
        look="quiet"
        className={`below ${rankingStyles.print} needs-scripts`}
        disabled={!isWhole}
        action={m.print()}
      >
        <StandingsPaper {...{ series, groups, standings: data }} updatedAt={dataUpdatedAt} />
      </OpenButton>
    </>
  );
}

interface ClubProps {
  seriesId: number;
  reader: Reader;
  discipline: string | undefined;
}

/** The clubs of a series, each with the riders that count for it (T8). */
function ClubStandings({ seriesId, reader, discipline }: ClubProps) {
  const { groupWord } = useGenderWords();
  const query = useInfiniteQuery(clubsOf(seriesId, reader, discipline));
  const { data, error, refetch } = query;
  useAllPages(query);
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={styles.wait} />;
  if (data.clubs.length === 0) return <p className="soft">{m.standings_no_clubs()}</p>;
  return (
    <ol className={`list ${styles.clubs} numbers`}>
      {data.clubs.map(({ rank, club, total_points, riders, why }) => (
        <li key={club} className="card">
          <details>
            <summary>
              <Rank rank={rank} />
              <span className="name">{club}</span>
              <strong>{total_points}</strong>
            </summary>
            <p>{why[getLocale()]}</p>
            <ul className="list">
              {riders.map((rider) => (
                <li key={`${rider.id} ${rider.category}`} className={rider.counted ? undefined : 'soft'}>
                  <span>
                    {fullName(rider) || m.standings_nameless()} <span className="soft">{groupWord(rider)}</span>
                  </span>
                  <span>{rider.counted ? rider.total_points : <s>{rider.total_points}</s>}</span>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ol>
  );
}
