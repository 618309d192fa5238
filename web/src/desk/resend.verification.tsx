import { resendVerification } from '@dossard/contract/accounts/account.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../api/client.ts';
import { formatFailure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/parts/button.tsx';
import { NoMail } from '../ui/parts/no.mail.tsx';

/** How long the confirmation is shown, in milliseconds (W3). */
const shownMs = 5_000;

/** Sends the verification mail for an address again. */
export const resendTo = (email: string) => callApi(resendVerification, { body: { email } });

interface Resending {
  data: { message: string } | undefined;
  reset: () => void;
}

/** Confirms for five seconds that the mail was sent (W3). */
export function ResendSuccess({ resending: { data, reset } }: { resending: Resending }) {
  useEffect(() => {
    if (!data) return;
    const soon = setTimeout(reset, shownMs);
    return () => clearTimeout(soon);
  }, [data, reset]);
  return (
    <p role="status" hidden={!data}>
      {data && (
        <strong>
          <span aria-hidden="true">✓</span> {data.message}
        </strong>
      )}
    </p>
  );
}

interface Props {
  /** Returns the address to send the mail to; undefined if it still has to be typed. */
  email: () => string | undefined;
}

/** The button that sends the verification mail again, with the outcome below it. */
export function ResendVerification({ email }: Props) {
  const resending = useMutation({ mutationFn: resendTo });
  function resend() {
    const address = email();
    if (address !== undefined && !resending.isPending) resending.mutate(address);
  }
  return (
    <div className="stack-close start">
      <Button
        action={resending.isPending ? m.sending() : m.resend_verification()}
        onClick={resend}
        aria-disabled={resending.isPending}
      />
      <ResendSuccess resending={resending} />
      <NoMail words={m.no_mail_verify()} />
      {resending.error && (
        <p role="alert" className="field-problem">
          {formatFailure(resending.error)}
        </p>
      )}
    </div>
  );
}
