import { forgotPassword } from '@dossard/contract/accounts/account.endpoints.ts';
import { emailOnlySchema } from '@dossard/contract/accounts/account.schema.ts';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { sendsMail } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { Form, FormFailure, SubmitButton, useCheckedForm } from '../../ui/forms/form.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { justShown } from '../../ui/parts/focused.ts';
import { NoMail } from '../../ui/parts/no.mail.tsx';
import { AccountFrame } from './account.frame.tsx';
import { OwnAddressField } from './own.address.field.tsx';

/** Requests a new password by mail (S2). */
export default function ForgotPasswordPage() {
  const { formProps, sending } = useCheckedForm({
    schema: emailOnlySchema,
    send: (body) => callApi(forgotPassword, { body }),
  });
  if (sending.data) return <PasswordSent message={sending.data.message} />;
  return (
    <AccountFrame title={m.forgot_password_title()} ways={<Link to="/login">{m.back_to_sign_in()}</Link>}>
      {sendsMail() ? <p className="soft">{m.forgot_password_why()}</p> : <NoMail />}
      <Form {...formProps}>
        <OwnAddressField />
        <FormFailure />
        <SubmitButton action={m.send_password()} meanwhile={m.sending()} />
      </Form>
    </AccountFrame>
  );
}

function PasswordSent({ message }: { message: string }) {
  return (
    <AccountFrame title={m.check_email()} heading={justShown}>
      <p>{message}</p>
      {sendsMail() ? (
        <>
          <p className="soft">{m.password_sent_how()}</p>
          <p className="soft">{m.check_spam()}</p>
        </>
      ) : (
        <NoMail />
      )}
      <ButtonLink to="/login" look="go" label={m.back_to_sign_in()} />
    </AccountFrame>
  );
}
