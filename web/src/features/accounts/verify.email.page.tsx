import { verifyEmail } from '@dossard/contract/accounts/account.endpoints.ts';
import { emailOnlySchema } from '@dossard/contract/accounts/account.schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { ResendSuccess, resendTo } from '../../desk/resend.verification.tsx';
import { m } from '../../paraglide/messages.js';
import { RetryAlert } from '../../ui/failure/retry.alert.tsx';
import { EmailField } from '../../ui/fields/text.field.tsx';
import { Form, FormFailure, SubmitButton, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { NoMail } from '../../ui/parts/no.mail.tsx';
import { Spinner } from '../../ui/parts/spinner.tsx';
import { AccountFrame } from './account.frame.tsx';

/** Calls once per link, however often the page renders: no `signal`, and no automatic refetch. */
const verification = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => callApi(verifyEmail, { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The target of verification links (S3). */
export default function VerifyEmailPage({ token }: { token: string | undefined }) {
  return (
    <AccountFrame title={m.verify_email()}>
      {token ? <Verification token={token} /> : <LinkFailed title={m.verify_no_token()} />}
    </AccountFrame>
  );
}

function Verification({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(verification(token));
  if (isFetching) return <Spinner label={m.verifying()} />;
  if (data) {
    return (
      <>
        <Alert kind="good" title={data.message} />
        <ButtonLink to="/login" look="go" label={m.sign_in()} />
      </>
    );
  }
  if (error instanceof Failure && error.status === 400) return <LinkFailed title={formatFailure(error)} />;
  return <RetryAlert error={error} retry={refetch} />;
}

/** Shown for an invalid link, with a form to request a new one. */
function LinkFailed({ title }: { title: string }) {
  const { formProps, sending } = useCheckedForm({
    schema: emailOnlySchema,
    send: ({ email }) => resendTo(email),
  });
  return (
    <>
      <Alert kind="problem" title={title} />
      <Form {...formProps}>
        <EmailField hint={m.verify_failed_why()} />
        <FormFailure />
        <SubmitButton action={m.resend_verification()} meanwhile={m.sending()} />
        <ResendSuccess resending={sending} />
        <NoMail />
      </Form>
      <Link to="/login">{m.back_to_sign_in()}</Link>
    </>
  );
}
