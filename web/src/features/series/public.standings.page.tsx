import { exportPublicStandings, getPublicSeries } from '@dossard/contract/series/series.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addressOf } from '../../api/attempt.ts';
import { isGone } from '../../api/denied.ts';
import { m } from '../../paraglide/messages.js';
import { read } from '../../queries/read.ts';
import { parseId } from '../../text/address.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Embedded } from '../../ui/frame/embedded.tsx';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './standings.module.css';
import { Standings } from './standings.tsx';

interface Props {
  seriesId: string;
  /** True in a frame of another site, which shows only the standings. */
  embedded: boolean;
}

/** The public standings of a series, live while its last competition runs. */
export default function PublicStandingsPage({ seriesId: given, embedded }: Props) {
  const seriesId = parseId(given);
  const { data, error, refetch } = useQuery(read(getPublicSeries, { params: { seriesId } }));
  const isHidden = Number.isNaN(seriesId) || isGone(error);
  return (
    <Frame seriesId={seriesId} embedded={embedded}>
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
    </Frame>
  );
}

/** The frame around the standings; on another site only links that open in new tabs. */
function Frame({ seriesId, embedded, children }: { seriesId: number; embedded: boolean; children: ReactNode }) {
  if (!embedded) return <PageFrame>{children}</PageFrame>;
  return (
    <Embedded whole={`/series/${seriesId}`} words={m.standings_full()}>
      {children}
    </Embedded>
  );
}
