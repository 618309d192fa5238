import { answerSeriesInvitation, createSeries } from '@dossard/contract/series/series.endpoints.ts';
import { type SeriesInvitation, seriesInputSchema } from '@dossard/contract/series/series.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { mayCreate } from '../../desk/may.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { mySeries } from '../../queries/series.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './series.module.css';

/** The series that the reader administers, and a form for a new one. */
export function SeriesListPage() {
  const { data, error, refetch } = useQuery(mySeries());
  const { data: reader } = useQuery(profile());
  return (
    <Desk
      title={m.series_list()}
      subtitle={m.series_list_why()}
      back={{ to: '/competitions', label: m.my_competitions() }}
    >
      <div className={styles.stack}>
        {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
        {!error && !data && <Waiting className={`card ${styles.waiting}`} />}
        {data?.invitations.map((invitation) => (
          <Invitation key={invitation.series_id} invitation={invitation} />
        ))}
        {data && data.series.length === 0 && <p className="card panel soft">{m.series_none()}</p>}
        {data && data.series.length > 0 && (
          <ul className={styles.cards}>
            {data.series.map(({ id, name, season, is_public, competition_count }) => (
              <li key={id} className="card">
                <Link to="/series/$seriesId/$page" params={{ seriesId: String(id), page: 'edit' }}>
                  <span className={styles.name}>{name}</span>
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
  const queryClient = useQueryClient();
  const answering = useMutation({
    mutationFn: (accept: boolean) => callApi(answerSeriesInvitation, { body: { series_id, accept } }),
    onSuccess: (_, accept) => toast('series', accept ? m.series_accepted() : m.series_declined()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['series'] }),
  });
  return (
    <section className="card panel" aria-label={m.series_invitations()}>
      <p>{m.series_invitation({ by, name, season })}</p>
      <div className="desk-actions">
        <button type="button" className="button button-go" onClick={() => answering.mutate(true)}>
          {m.series_accept()}
        </button>
        <button type="button" className="button button-quiet" onClick={() => answering.mutate(false)}>
          {m.series_decline()}
        </button>
      </div>
      {answering.error && <FailureAlert error={answering.error} />}
    </section>
  );
}

function NewSeries() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { formProps, problems, sending } = useCheckedForm({
    schema: seriesInputSchema,
    send: (body) => callApi(createSeries, { body }),
    onDone: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: mySeries().queryKey });
      await navigate({ to: '/series/$seriesId/$page', params: { seriesId: String(id), page: 'edit' } });
    },
  });
  return (
    <form {...formProps} className="card panel">
      <h2>{m.series_new()}</h2>
      <TextField name="name" label={m.field_name()} hint={m.series_name_hint()} problem={problems.name} />
      <TextField
        name="season"
        label={m.series_season()}
        problem={problems.season}
        defaultValue={String(new Date().getFullYear())}
      />
      <FormEnd sending={sending} action={m.series_create()} meanwhile={m.creating()} />
    </form>
  );
}
