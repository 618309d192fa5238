import { deleteSeries, updateSeries } from '@dossard/contract/series/series.endpoints.ts';
import type { Series } from '@dossard/contract/series/series.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { isDenial } from '../../api/denied.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { useNetworkAddresses, useShareAddress } from '../../desk/share.address.ts';
import { ShareLink } from '../../desk/share.link.tsx';
import { VisibilityButton } from '../../desk/visibility.button.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { seriesById } from '../../queries/series.queries.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { Desk, untitled } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { CopyField } from '../../ui/parts/copy.field.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { AdminsCard } from './admins.card.tsx';
import { CompetitionsCard } from './competitions.card.tsx';
import { RidersCard } from './riders.card.tsx';
import { SettingsCard } from './settings.card.tsx';

/** A series for its admins: competitions, rule, riders, admins, and visibility. */
export function SeriesPage({ seriesId }: { seriesId: number }) {
  const { data: kept, error } = useQuery(seriesById(seriesId));
  // After a 403 or 404 every action on the cached series would fail.
  const isGone = error instanceof Failure && (error.status === 403 || error.status === 404);
  const { isPending } = useNetworkAddresses();
  const data = isGone || isPending ? undefined : kept;
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
      {isDenial(error) && <AccessDenied denial={error} why={m.series_denied()} />}
      {(Number.isNaN(seriesId) || (error && !isDenial(error) && !data)) && (
        <Alert kind="problem" title={error ? formatFailure(error) : m.series_not_public()}>
          <Link to="/series">{m.series_list()}</Link>
        </Alert>
      )}
      {!error && !data && !Number.isNaN(seriesId) && <Waiting height={6} />}
      {data && (
        <div className="stack">
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

const visibilityWords = {
  show: { title: m.series_make_public_sure, action: m.series_make_public, means: m.series_make_public_shows },
  hide: { title: m.series_make_private_sure, action: m.series_make_private, means: m.series_make_private_hides },
};

/** Whether the standings are public, the link to share, and the HTML to embed them. */
function VisibilityCard({ series }: { series: Series }) {
  const { is_public } = series;
  const origin = useShareAddress();
  const link = `/series/${series.id}`;
  return (
    <Card title={m.visibility()} why={is_public ? m.series_public_is() : m.series_private_is()}>
      {is_public && (
        <>
          <ShareLink label={m.public_link()} link={origin + link} />
          <a href={link} target="_blank" rel="noreferrer">
            {m.open_public_page()}
          </a>
          <CopyField label={m.embed_code()} hint={m.embed_code_why()} text={embedCode(`${origin}/embed${link}`)} />
        </>
      )}
      <div>
        <VisibilityButton
          isPublic={is_public}
          words={visibilityWords}
          act={(is_public) => perform(updateSeries, { params: { seriesId: series.id }, body: { is_public } })}
        />
      </div>
    </Card>
  );
}

/** Returns the HTML that embeds the standings in another site. */
const embedCode = (address: string) =>
  `<iframe src="${address}" title="${m.standings()}" width="100%" height="700" style="border:0" loading="lazy"></iframe>`;

function DangerCard({ series }: { series: Series }) {
  const navigate = useNavigate();
  return (
    <Card title={m.series_delete()} why={m.series_delete_why()}>
      <ConfirmButton
        look="danger"
        title={m.series_delete_sure({ name: series.name })}
        understood={{ label: m.series_delete_understood(), missing: m.series_delete_missing() }}
        action={m.series_delete()}
        danger
        act={() =>
          perform(deleteSeries, { params: { seriesId: series.id } }, { first: () => navigate({ to: '/series' }) })
        }
      >
        <p>{m.series_delete_why()}</p>
      </ConfirmButton>
    </Card>
  );
}
