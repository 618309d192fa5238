import { register } from '@dossard/contract/accounts/account.endpoints.ts';
import { type Registration, registrationSchema } from '@dossard/contract/accounts/account.schema.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { ResendVerification } from '../../desk/resend.verification.tsx';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormFailure, SubmitButton, useCheckedForm } from '../../ui/forms/form.tsx';
import { justShown } from '../../ui/parts/focused.ts';
import { AccountFrame } from './account.frame.tsx';
import { NewPasswordInput } from './new.password.input.tsx';
import { OwnAddressField } from './own.address.field.tsx';

/** Registers an account, whose address is then verified by mail (S3). */
export default function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) return <CheckEmail email={sentTo} />;
  return (
    <AccountFrame
      title={m.create_account()}
      ways={
        <>
          <span className="soft">{m.already_account()}</span>
          <Link to="/login">{m.sign_in()}</Link>
        </>
      }
    >
      <RegistrationForm onDone={setSentTo} />
    </AccountFrame>
  );
}

function RegistrationForm({ onDone }: { onDone: (email: string) => void }) {
  const { formProps } = useCheckedForm({
    schema: registrationSchema,
    send: async (body: Registration) => {
      await callApi(register, { body });
      return body.email;
    },
    onDone,
  });
  return (
    <Form {...formProps}>
      <OwnAddressField />
      <TextField name="first_name" label={m.first_name()} autoComplete="given-name" />
      <TextField name="last_name" label={m.last_name()} autoComplete="family-name" />
      <NewPasswordInput />
      <FormFailure />
      <SubmitButton action={m.create_account()} meanwhile={m.creating()} />
    </Form>
  );
}

/** The step after registering: the mail, which can be sent again, and the way back to sign-in. */
function CheckEmail({ email }: { email: string }) {
  return (
    <AccountFrame title={m.check_email()} heading={justShown}>
      <p>{m.check_email_link({ email })}</p>
      <p className="soft">{m.check_spam()}</p>
      <ResendVerification email={() => email} />
      <Link to="/login">{m.back_to_sign_in()}</Link>
    </AccountFrame>
  );
}
