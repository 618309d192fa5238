import { updatePassword } from '@dossard/contract/administration/administration.endpoints.ts';
import { passwordUpdateSchema } from '@dossard/contract/administration/administration.schema.ts';
import { useState } from 'react';
import { sendsMail } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { EmailField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { NewPasswordInput } from '../accounts/new.password.input.tsx';
import { ShownPassword } from './shown.password.tsx';

/** Sets another password for an account, then clears the fields for the next one. */
export function PasswordForm({ email }: { email: string }) {
  const [sent, setSent] = useState(0);
  return <Fields key={sent} email={sent === 0 ? email : ''} onSent={() => setSent(sent + 1)} />;
}

function Fields({ email, onSent }: { email: string; onSent: () => void }) {
  const { formProps, problems } = useCheckedForm({
    schema: passwordUpdateSchema,
    // One sentence below the two fields when both are empty (V5).
    emptyWords: { email: '', new_password: '' },
    send: (body) => perform(updatePassword, { body }),
    onDone: ({ message }) => {
      toast('password', message, longToastMs);
      onSent();
    },
  });
  return (
    <Form {...formProps} className="card panel">
      <h2>{m.admin_password()}</h2>
      <p className="soft">{m.admin_password_why()}</p>
      <EmailField defaultValue={email} autoComplete="off" />
      {!sendsMail() && <ShownPassword form={formProps.ref} />}
      <NewPasswordInput
        name="new_password"
        label={m.new_password()}
        // The list of common passwords is on the server alone (V8).
        praise={m.password_meets_form()}
      />
      {(problems.email === '' || problems.new_password === '') && (
        <Alert kind="problem" title={m.admin_password_required()} />
      )}
      <FormEnd action={m.admin_password_set()} isQuiet={!sendsMail()} />
    </Form>
  );
}
