import { deleteSeries, updateSeries } from '@dossard/contract/series/series.endpoints.ts';
import type { Series } from '@dossard/contract/series/series.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { isDenial } from '../../api/denied.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { shareAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { mySeries, seriesById, storeSeries } from '../../queries/series.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { Desk, untitled } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { CopyField, ShareLink } from '../../ui/parts/share.link.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { AdminsCard } from './admins.card.tsx';
import { CompetitionsCard } from './competitions.card.tsx';
import { RidersCard } from './riders.card.tsx';
import styles from './series.module.css';
import { SettingsCard } from './settings.card.tsx';

/** A series for its admins: competitions, rule, riders, admins, and visibility. */
export function SeriesPage({ seriesId }: { seriesId: number }) {
  const { data: kept, error } = useQuery(seriesById(seriesId));
  // After a 403 or 404 every action on the cached series would fail.
  const isGone = error instanceof Failure && (error.status === 403 || error.status === 404);
  const data = isGone ? undefined : kept;
  const params = { seriesId: String(seriesId), page: 'standings' };
  return (
    <Desk
      title={data ? `${data.name} ${data.season}` : error || Number.isNaN(seriesId) ? m.series() : untitled()}
      back={{ to: '/series', label: m.series_list() }}
      actions={
        !error &&
        !Number.isNaN(seriesId) && (
          <Link to="/series/$seriesId/$page" params={params} className="button button-go">
            {m.standings()}
          </Link>
        )
      }
    >
      {isDenial(error) && <AccessDenied message={error.message} why={m.series_denied()} />}
      {(Number.isNaN(seriesId) || (error && !isDenial(error) && !data)) && (
        <Alert kind="problem" title={error ? formatFailure(error) : m.series_not_public()}>
          <Link to="/series">{m.series_list()}</Link>
        </Alert>
      )}
      {!error && !data && !Number.isNaN(seriesId) && <Waiting className={`card ${styles.waiting}`} />}
      {data && (
        <div className={styles.stack}>
          <CompetitionsCard series={data} />
          <SettingsCard series={data} />
          <RidersCard series={data} />
          <VisibilityCard series={data} />
          <AdminsCard series={data} />
          <DangerCard series={data} />
        </div>
      )}
    </Desk>
  );
}

/** Whether the standings are public, the link to share, and the HTML to embed them. */
function VisibilityCard({ series }: { series: Series }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { is_public } = series;
  const [makesPublic, setMakesPublic] = useState(!is_public);
  const link = `${shareAddress()}/series/${series.id}`;
  return (
    <section className="card panel" aria-labelledby="series-visibility">
      <div className="panel-title">
        <h2 id="series-visibility">{m.visibility()}</h2>
        <VisibilityLabel isPublic={is_public} />
      </div>
      <p className="soft">{is_public ? m.series_public_is() : m.series_private_is()}</p>
      {is_public && (
        <>
          <ShareLink label={m.public_link()} link={link} />
          <a href={link} target="_blank" rel="noreferrer">
            {m.open_public_page()}
          </a>
          <CopyField label={m.embed_code()} hint={m.embed_code_why()} text={embedCode(series.id)} />
        </>
      )}
      <div>
        <button
          type="button"
          className={is_public ? 'button' : 'button button-go'}
          onClick={() => {
            setMakesPublic(!is_public);
            setAsking(true);
          }}
        >
          {is_public ? m.series_make_private() : m.series_make_public()}
        </button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={makesPublic ? m.series_make_public_sure() : m.series_make_private_sure()}
        understood={{
          label: makesPublic ? m.make_public_understood() : m.make_private_understood(),
          missing: m.tick_to_confirm(),
        }}
        action={makesPublic ? m.series_make_public() : m.series_make_private()}
        act={() => callApi(updateSeries, { params: { seriesId: series.id }, body: { is_public: makesPublic } })}
        onDone={() => {
          setAsking(false);
          void storeSeries(queryClient, { ...series, is_public: makesPublic });
        }}
      >
        <p>{makesPublic ? m.series_make_public_shows() : m.series_make_private_hides()}</p>
      </ConfirmDialog>
    </section>
  );
}

/** Returns the HTML that embeds the standings in another site. */
const embedCode = (seriesId: number) =>
  `<iframe src="${shareAddress()}/embed/series/${seriesId}" title="${m.standings()}" width="100%" height="700" style="border:0" loading="lazy"></iframe>`;

function DangerCard({ series }: { series: Series }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <section className="card panel" aria-labelledby="series-danger">
      <h2 id="series-danger">{m.series_delete()}</h2>
      <p className="soft">{m.series_delete_why()}</p>
      <div>
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          {m.series_delete()}
        </button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={m.series_delete_sure({ name: series.name })}
        understood={{ label: m.series_delete_understood(), missing: m.series_delete_missing() }}
        action={m.series_delete()}
        danger
        act={() => callApi(deleteSeries, { params: { seriesId: series.id } })}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: mySeries().queryKey });
          void navigate({ to: '/series' });
        }}
      >
        <p>{m.series_delete_why()}</p>
      </ConfirmDialog>
    </section>
  );
}
