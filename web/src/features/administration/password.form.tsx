import { updatePassword } from '@dossard/contract/administration/administration.endpoints.ts';
import { passwordUpdateSchema } from '@dossard/contract/administration/administration.schema.ts';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { useCheckedForm } from '../../ui/checked.form.ts';
import { FormEnd } from '../../ui/form.end.tsx';
import { TextField } from '../../ui/text.field.tsx';
import { NewPasswordInput } from '../accounts/new.password.input.tsx';
import { toastMs } from './toast.ts';

/** Another password for an account, after which its fields are empty for the next (spec §2). */
export function PasswordForm() {
  const [sent, setSent] = useState(0);
  return <Fields key={sent} onSent={() => setSent(sent + 1)} />;
}

function Fields({ onSent }: { onSent: () => void }) {
  const { formProps, problems, sending } = useCheckedForm({
    schema: passwordUpdateSchema,
    emptyWords: { email: m.admin_password_required(), new_password: m.admin_password_required() },
    send: (body) => callApi(updatePassword, { body }),
    onDone: ({ message }) => {
      notifications.show({ message, autoClose: toastMs });
      onSent();
    },
  });
  return (
    <form {...formProps} className="card panel">
      <h2>{m.admin_password()}</h2>
      <p className="soft">{m.admin_password_why()}</p>
      <TextField
        name="email"
        type="email"
        label={m.email()}
        problem={problems.email}
        autoComplete="off"
        autoCapitalize="none"
      />
      <NewPasswordInput name="new_password" label={m.new_password()} problem={problems.new_password} />
      <FormEnd sending={sending} action={m.admin_password_set()} />
    </form>
  );
}
