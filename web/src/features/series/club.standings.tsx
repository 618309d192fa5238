import { getLocale } from '@dossard/contract/language/locale.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { useAllPages } from '../../queries/all.pages.ts';
import type { Reader } from '../../queries/ranking.queries.ts';
import { clubsOf } from '../../queries/series.queries.ts';
import { Rank } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './standings.module.css';

interface Props {
  seriesId: number;
  reader: Reader;
  discipline: string | undefined;
}

/** The clubs of a series, each with the riders that count for it (T8). */
export function ClubStandings({ seriesId, reader, discipline }: Props) {
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
                <li key={`${rider.id} ${rider.category}`} data-counted={rider.counted || undefined}>
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
