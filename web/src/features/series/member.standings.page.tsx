import { exportStandings } from '@dossard/contract/series/series.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { seriesById } from '../../queries/series.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import styles from './standings.module.css';
import type { StandingsSearch } from './standings.search.ts';
import { type OnStandingsSearch, Standings } from './standings.tsx';

interface Props {
  seriesId: number;
  search: StandingsSearch;
  onSearch: OnStandingsSearch;
}

/** The standings for the admins of a series: all names, private competitions too, and the file. */
export function MemberStandingsPage({ seriesId, search, onSearch }: Props) {
  const { data, error, refetch } = useQuery(seriesById(seriesId));
  return (
    <Desk
      title={data ? `${data.name} ${data.season}` : m.standings()}
      subtitle={m.standings()}
      back={{ to: '/series/$seriesId/edit', params: { seriesId: String(seriesId) }, label: m.series() }}
      actions={
        data && (
          <a className="button" href={`/api${exportStandings.path.replace(':seriesId', String(seriesId))}`} download>
            {m.standings_xlsx()}
          </a>
        )
      }
    >
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!error && !data && <div className={`${styles.wait} skeleton`} aria-busy="true" />}
      {data && (
        <Standings
          series={{ ...data, groups: data.groups ?? [] }}
          reader="member"
          liveCompetitionId={null}
          search={search}
          onSearch={onSearch}
        />
      )}
    </Desk>
  );
}
