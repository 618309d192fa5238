import { exportStandings } from '@dossard/contract/series/series.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addressOf } from '../../api/attempt.ts';
import { isDenial, isGone } from '../../api/denied.ts';
import { formatFailure } from '../../api/failure.ts';
import { useNetworkAddresses } from '../../desk/share.address.ts';
import { m } from '../../paraglide/messages.js';
import { seriesById } from '../../queries/series.queries.ts';
import { parseId } from '../../text/address.ts';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Desk, untitled } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { SeriesSettings } from './series.settings.tsx';
import { Standings } from './standings.tsx';

/** The settings or the standings of a series, for its admins: with all names, private competitions, and the export. */
export function SeriesDesk({ seriesId: given, page }: { seriesId: string; page: string }) {
  const seriesId = parseId(given);
  const read = useQuery(seriesById(seriesId));
  const { error } = read;
  const isHidden = Number.isNaN(seriesId) || isGone(error) || !['edit', 'standings'].includes(page);
  // After a refusal every action on the cached series would fail.
  const data = isHidden || isDenial(error) ? undefined : read.data;
  const isSettings = page === 'edit';
  // Addresses of links that came later would move what is below them.
  const { isPending } = useNetworkAddresses();
  const pageOf = (other: string) =>
    ({ to: '/series/$seriesId/$page', params: { seriesId: String(seriesId), page: other } }) as const;
  return (
    <Desk
      title={data ? `${data.name} ${data.season}` : error || isHidden ? m.series() : untitled()}
      subtitle={!isSettings && m.standings()}
      back={
        isSettings || isHidden ? { to: '/series', label: m.series_list() } : { ...pageOf('edit'), label: m.series() }
      }
      actions={
        data &&
        (isSettings ? (
          <Link {...pageOf('standings')} className="button button-go">
            {m.standings()}
          </Link>
        ) : (
          <a className="button" href={addressOf(exportStandings, { params: { seriesId } })} download>
            {m.standings_xlsx()}
          </a>
        ))
      }
    >
      {isDenial(error) && <AccessDenied denial={error} why={m.series_denied()} />}
      {isHidden && (
        <Alert kind="problem" title={error ? formatFailure(error) : m.series_not_public()}>
          <Link to="/series">{m.series_list()}</Link>
        </Alert>
      )}
      {!isHidden && !isDenial(error) && (
        <Reading of={read} waiting={30}>
          {(series) => {
            if (!isSettings)
              return (
                <Standings
                  series={{ ...series, groups: series.groups ?? [], live_competition_id: null }}
                  reader="member"
                />
              );
            return isPending ? <Waiting height={30} /> : <SeriesSettings series={series} />;
          }}
        </Reading>
      )}
    </Desk>
  );
}
