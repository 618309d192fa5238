import { exportPublicStandings, getPublicSeries } from '@dossard/contract/series/series.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { addressOf } from '../../api/attempt.ts';
import { isGone } from '../../api/denied.ts';
import { m } from '../../paraglide/messages.js';
import { read } from '../../queries/read.ts';
import { parseId } from '../../text/address.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { PublicFrame } from '../rankings/public.frame.tsx';
import styles from './standings.module.css';
import { Standings } from './standings.tsx';

interface Props {
  seriesId: string;
  /** True in a frame of another site, which shows only the standings. */
  embedded: boolean;
}

/** The public standings of a series, live while its last competition runs. */
export function PublicStandingsPage({ seriesId: given, embedded }: Props) {
  const seriesId = parseId(given);
  const { data, error, refetch } = useQuery(read(getPublicSeries, { params: { seriesId } }));
  const isHidden = Number.isNaN(seriesId) || isGone(error);
  return (
    <PublicFrame embedded={embedded} whole={`/series/${seriesId}`} words={m.standings_full()}>
      <main className={`page ${styles.wide}`}>
        {isHidden && (
          <Alert kind="problem" title={m.series_not_public()}>
            <a href="/" target={embedded ? '_blank' : undefined} rel="noreferrer">
              {m.to_start()}
            </a>
          </Alert>
        )}
        {!isHidden && (
          <>
            <div className="above">
              <h1>{data?.name ?? m.standings()}</h1>
              <p className="soft">{data ? m.standings_of_season({ season: data.season }) : '\u00a0'}</p>
            </div>
            {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
            {!error && !data && <Waiting className={styles.wait} />}
            {data && (
              <>
                <Standings series={data} reader="public" embedded={embedded} />
                {!embedded && (
                  <p className="no-print">
                    <a href={addressOf(exportPublicStandings, { params: { seriesId } })} download>
                      {m.standings_csv()}
                    </a>
                  </p>
                )}
              </>
            )}
          </>
        )}
      </main>
    </PublicFrame>
  );
}
