import {
  createSeriesAdmin,
  deleteSeriesAdmin,
  deleteSeriesInvitation,
} from '@dossard/contract/series/series.endpoints.ts';
import { type Series, seriesAdminInputSchema } from '@dossard/contract/series/series.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { fullName } from '../../riders/rider.tsx';
import { formatDay } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { EmailField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Form, FormEnd } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';

/** The admins of a series; the last one cannot be removed (T12). */
export function AdminsCard({ series }: { series: Series }) {
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
