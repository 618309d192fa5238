import {
  createSeriesAdmin,
  deleteSeriesAdmin,
  deleteSeriesInvitation,
} from '@dossard/contract/series/series.endpoints.ts';
import { type Series, type SeriesAdmin, seriesAdminInputSchema } from '@dossard/contract/series/series.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { storeSeries } from '../../queries/series.queries.ts';
import { formatDay } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import styles from './series.module.css';

/** The admins of a series; the last one cannot be removed (T12). */
export function AdminsCard({ series }: { series: Series }) {
  const queryClient = useQueryClient();
  const field = useRef<HTMLDivElement>(null);
  const params = { seriesId: series.id };
  const [leaving, setLeaving] = useState<SeriesAdmin>();
  const [asking, setAsking] = useState(false);
  const { formProps, problems, sending, failure } = useCheckedForm({
    schema: seriesAdminInputSchema,
    send: (body) => callApi(createSeriesAdmin, { params, body }),
    onDone: async (saved) => {
      const input = field.current?.querySelector('input');
      if (input) input.value = '';
      await storeSeries(queryClient, saved);
    },
  });
  return (
    <section className="card panel" aria-labelledby="series-admins">
      <h2 id="series-admins">{m.series_admins()}</h2>
      <p className="soft">{m.series_admins_why()}</p>
      <ul className={styles.entries}>
        {series.admins.map((admin) => (
          <li key={admin.id}>
            <span>
              {admin.first_name} {admin.last_name} <span className="soft">{admin.email}</span>
            </span>
            {series.admins.length > 1 && (
              <button
                type="button"
                className="button button-quiet"
                onClick={() => {
                  setLeaving(admin);
                  setAsking(true);
                }}
              >
                {m.remove()}
                <span className="visually-hidden">
                  {' '}
                  {admin.first_name} {admin.last_name}
                </span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <Invited series={series} />
      {leaving && (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title={m.series_remove_admin_sure({ name: `${leaving.first_name} ${leaving.last_name}` })}
          action={m.remove()}
          danger
          act={async () =>
            storeSeries(queryClient, await callApi(deleteSeriesAdmin, { params, body: { user_id: leaving.id } }))
          }
          onDone={() => setAsking(false)}
        >
          <p>{m.series_remove_admin_loses()}</p>
        </ConfirmDialog>
      )}
      <form {...formProps} className={styles.admin}>
        <div ref={field}>
          <TextField
            name="email"
            type="email"
            label={m.series_admin_email()}
            hint={m.series_admin_hint()}
            problem={problems.email}
            autoComplete="off"
          />
        </div>
        <FormEnd sending={{ ...sending, error: failure }} action={m.series_add_admin()} />
      </form>
    </section>
  );
}

/** The addresses whose owners have not answered yet, each with a button to withdraw the invitation. */
function Invited({ series: { id, invited } }: { series: Series }) {
  const queryClient = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: (email: string) => callApi(deleteSeriesInvitation, { params: { seriesId: id }, body: { email } }),
    onSuccess: (saved) => storeSeries(queryClient, saved),
  });
  return (
    <>
      <ul className={styles.entries}>
        {invited.map(({ email, expires_at }) => (
          <li key={email}>
            <span>
              {email} <span className="soft">{m.series_invited({ day: formatDay(expires_at.slice(0, 10)) })}</span>
            </span>
            <button
              type="button"
              className="button button-quiet"
              disabled={withdrawing.isPending}
              onClick={() => withdrawing.mutate(email)}
            >
              {m.series_withdraw()}
              <span className="visually-hidden"> {email}</span>
            </button>
          </li>
        ))}
      </ul>
      {withdrawing.error && <FailureAlert error={withdrawing.error} />}
    </>
  );
}
