import {
  createSeriesAdmin,
  deleteSeries,
  deleteSeriesAdmin,
  deleteSeriesInvitation,
  exportStandings,
  updateSeries,
} from '@dossard/contract/series/series.endpoints.ts';
import { type Series, seriesAdminInputSchema } from '@dossard/contract/series/series.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { addressOf } from '../../api/attempt.ts';
import { isDenial, isGone } from '../../api/denied.ts';
import { formatFailure } from '../../api/failure.ts';
import { useNetworkAddresses, useShareAddress } from '../../desk/share.address.ts';
import { EmbedCode, ShareLink } from '../../desk/share.link.tsx';
import { VisibilityButton } from '../../desk/visibility.button.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { seriesById } from '../../queries/series.queries.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { parseId } from '../../text/address.ts';
import { formatDay } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { EmailField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk, untitled } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { CompetitionsCard } from './competitions.card.tsx';
import { RidersCard } from './riders.card.tsx';
import { SettingsCard } from './settings.card.tsx';
import { Standings } from './standings.tsx';

/** The settings or the standings of a series, for its admins: with all names, private competitions, and the export. */
export default function SeriesDesk({ seriesId: given, page }: { seriesId: string; page: string }) {
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
          <ButtonLink {...pageOf('standings')} look="go" label={m.standings()} />
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

/** A series for its admins: competitions, rule, riders, admins, and visibility. */
const SeriesSettings = ({ series }: { series: Series }) => (
  <div className="stack">
    <CompetitionsCard series={series} />
    <SettingsCard series={series} />
    <RidersCard series={series} />
    <VisibilityCard series={series} />
    <AdminsCard series={series} />
    <DangerCard series={series} />
  </div>
);

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
          <EmbedCode address={`${origin}/embed${link}`} title={m.standings()} />
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
        act={() => perform(deleteSeries, { params: { seriesId: series.id }, first: () => navigate({ to: '/series' }) })}
        why={m.series_delete_why()}
      />
    </Card>
  );
}

/** The admins of a series; the last one cannot be removed (T12). */
function AdminsCard({ series }: { series: Series }) {
  const params = { seriesId: series.id };
  const { formProps } = useCheckedForm({
    schema: seriesAdminInputSchema,
    send: (body) => perform(createSeriesAdmin, { params, body }),
    onDone: () => formProps.ref.current?.reset(),
  });
  return (
    <Card title={m.series_admins()} why={m.series_admins_why()}>
      <ul className="list">
        {series.admins.map((admin) => (
          <Line key={admin.id} as="li" name={fullName(admin)} facts={admin.email}>
            {series.admins.length > 1 && (
              <ConfirmButton
                look="quiet"
                of={fullName(admin)}
                title={m.series_remove_admin_sure({ name: fullName(admin) })}
                action={m.remove()}
                danger
                act={() => perform(deleteSeriesAdmin, { params, body: { user_id: admin.id } })}
                why={m.series_remove_admin_loses()}
              />
            )}
          </Line>
        ))}
        {series.invited.map(({ email, expires_at }) => (
          <Line key={email} as="li" name={email} facts={m.series_invited({ day: formatDay(expires_at.slice(0, 10)) })}>
            <ActionButton
              look="quiet"
              action={m.series_withdraw()}
              of={email}
              act={() => perform(deleteSeriesInvitation, { params, body: { email } })}
            />
          </Line>
        ))}
      </ul>
      <Form {...formProps} className="stack">
        <EmailField label={m.series_admin_email()} hint={m.series_admin_hint()} autoComplete="off" />
        <FormEnd action={m.series_add_admin()} />
      </Form>
    </Card>
  );
}
