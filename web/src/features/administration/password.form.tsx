import { updatePassword } from '@dossard/contract/administration/administration.endpoints.ts';
import { passwordUpdateSchema } from '@dossard/contract/administration/administration.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { sendsMail } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { EmailField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { CopyField } from '../../ui/parts/copy.field.tsx';
import { NoMail } from '../../ui/parts/no.mail.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { NewPasswordInput } from '../accounts/new.password.input.tsx';
import { passTypedAddress } from './typed.address.ts';

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

/** Letters and digits that are hard to confuse. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ2346789';

/** Creates a password that satisfies the rule of registration, all letters equally likely. */
function createPassword(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(64))];
  const even = bytes.filter((byte) => byte < 256 - (256 % alphabet.length));
  const letters = even.slice(0, 12).map((byte) => alphabet[byte % alphabet.length]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4, 8).join('')}-${letters.slice(8).join('')}-Vt3`;
}

/**
 * Where no mail brings a new password: sets a random one for the address in the form, and shows it once, to be passed
 * on.
 */
function ShownPassword({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const setting = useMutation({
    mutationFn: async (email: string) => {
      const new_password = createPassword();
      await perform(updatePassword, { body: { email, new_password } });
      return { email, new_password };
    },
  });
  return (
    <>
      <NoMail words={m.no_mail_password()} />
      <Button
        action={m.admin_password_show()}
        look="go"
        disabled={setting.isPending}
        onClick={() => passTypedAddress(form, setting.mutate)}
      />
      {setting.error && <FailureAlert error={setting.error} />}
      {setting.data && (
        <CopyField
          label={m.new_password_of({ email: setting.data.email })}
          text={setting.data.new_password}
          hint={m.shown_this_once()}
          copyWord={m.copy_password()}
          isMain
        />
      )}
    </>
  );
}
