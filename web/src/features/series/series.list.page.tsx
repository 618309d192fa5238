import { answerSeriesInvitation, createSeries, listSeries } from '@dossard/contract/series/series.endpoints.ts';
import { type SeriesInvitation, seriesInputSchema } from '@dossard/contract/series/series.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayCreate } from '../../desk/may.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import styles from './series.module.css';

/** The series that the reader administers, and a form for a new one. */
export default function SeriesListPage() {
  const series = useQuery(read(listSeries, {}));
  const { data } = series;
  const { data: reader } = useQuery(profile());
  return (
    <Desk
      title={m.series_list()}
      subtitle={m.series_list_why()}
      back={{ to: '/competitions', label: m.my_competitions() }}
    >
      <div className="stack">
        <Reading of={series} waiting={6} />
        {data?.invitations.map((invitation) => (
          <Invitation key={invitation.series_id} invitation={invitation} />
        ))}
        {data && data.series.length === 0 && <p className="card panel soft">{m.series_none()}</p>}
        {data && data.series.length > 0 && (
          <ul className="list">
            {data.series.map(({ id, name, season, is_public, competition_count }) => (
              <li key={id} className="card row item">
                <Link
                  className={`grow ${styles.open}`}
                  to="/series/$seriesId/$page"
                  params={{ seriesId: String(id), page: 'edit' }}
                >
                  <span className="name">{name}</span>
                  <span className="soft">
                    {season} · {m.series_competitions_count({ count: competition_count })}
                  </span>
                </Link>
                <VisibilityLabel isPublic={is_public} />
              </li>
            ))}
          </ul>
        )}
        {reader && mayCreate(reader) && <NewSeries />}
      </div>
    </Desk>
  );
}

/** An invitation to administer a series, to accept or to decline (T12). */
function Invitation({ invitation: { series_id, name, season, invited_by: by } }: { invitation: SeriesInvitation }) {
  const answer = (accept: boolean) =>
    perform(answerSeriesInvitation, {
      body: { series_id, accept },
      said: accept ? m.series_accepted() : m.series_declined(),
    });
  return (
    <section className="card panel" aria-label={m.series_invitations()}>
      <p>{m.series_invitation({ by, name, season })}</p>
      <div className="desk-actions">
        <ActionButton look="go" action={m.series_accept()} act={() => answer(true)} />
        <ActionButton look="quiet" action={m.series_decline()} act={() => answer(false)} />
      </div>
    </section>
  );
}

function NewSeries() {
  const navigate = useNavigate();
  const { formProps } = useCheckedForm({
    schema: seriesInputSchema,
    send: (body) => perform(createSeries, { body }),
    onDone: ({ id }) => navigate({ to: '/series/$seriesId/$page', params: { seriesId: String(id), page: 'edit' } }),
  });
  return (
    <Form {...formProps} className="card panel">
      <h2>{m.series_new()}</h2>
      <TextField name="name" label={m.field_name()} hint={m.series_name_hint()} />
      <TextField name="season" label={m.series_season()} defaultValue={String(new Date().getFullYear())} />
      <FormEnd action={m.series_create()} meanwhile={m.creating()} />
    </Form>
  );
}
