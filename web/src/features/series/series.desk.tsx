import { exportStandings } from '@dossard/contract/series/series.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { addressOf } from '../../api/attempt.ts';
import { m } from '../../paraglide/messages.js';
import { seriesById } from '../../queries/series.queries.ts';
import { parseId } from '../../text/address.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { SeriesPage } from './series.page.tsx';
import styles from './standings.module.css';
import { Standings } from './standings.tsx';

/** The settings or the standings of a series, for its admins. */
export function SeriesDesk({ seriesId, page }: { seriesId: string; page: string }) {
  const id = parseId(seriesId);
  if (page === 'edit') return <SeriesPage seriesId={id} />;
  if (page === 'standings') return <MemberStandingsPage seriesId={id} />;
  return (
    <Desk title={m.series()} back={{ to: '/series', label: m.series_list() }}>
      <Alert kind="problem" title={m.series_not_public()} />
    </Desk>
  );
}

/** The standings for the admins of a series: with all names, private competitions, and the export. */
function MemberStandingsPage({ seriesId }: { seriesId: number }) {
  const read = useQuery(seriesById(seriesId));
  const { data } = read;
  return (
    <Desk
      title={data ? `${data.name} ${data.season}` : m.standings()}
      subtitle={m.standings()}
      back={{ to: '/series/$seriesId/$page', params: { seriesId: String(seriesId), page: 'edit' }, label: m.series() }}
      actions={
        data && (
          <a className="button" href={addressOf(exportStandings, { params: { seriesId } })} download>
            {m.standings_xlsx()}
          </a>
        )
      }
    >
      <Reading of={read} waiting={<Waiting className={styles.wait} />}>
        {(series) => (
          <Standings series={{ ...series, groups: series.groups ?? [], live_competition_id: null }} reader="member" />
        )}
      </Reading>
    </Desk>
  );
}
