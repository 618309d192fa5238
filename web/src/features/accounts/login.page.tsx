import { type Credentials, credentialsSchema, emailOnlySchema } from '@dossard/contract/accounts/account.schema.ts';
import { codeSchema } from '@dossard/contract/accounts/factor.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Failure, formatFailure } from '../../api/failure.ts';
import { ResendVerification } from '../../desk/resend.verification.tsx';
import { isPublicDemo } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { signIn } from '../../session/sign.in.ts';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { checkValues } from '../../ui/fields/problems.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormFailure, SubmitButton, useCheckedForm, useFocusOnProblem } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { AccountFrame } from './account.frame.tsx';
import { forgetTypedAddress, OwnAddressField } from './own.address.field.tsx';
import { PasskeySignIn } from './passkey.sign.in.tsx';
import { takeInvitation } from './pending.invitation.ts';

/** Signs in, then opens the requested page, a kept invitation, or the competitions. */
export default function LoginPage({ to }: { to?: string | undefined }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [resendProblems, setResendProblems] = useState<Record<string, string>>({});
  const { formProps, sending } = useCheckedForm({
    schema: credentialsSchema,
    send: signIn,
    onDone: enter,
  });
  const refusal = sending.error instanceof Failure ? sending.error.refusal : undefined;
  useFocusOnProblem(formProps.ref, resendProblems);

  function enter() {
    // Another account may have been signed in before.
    queryClient.clear();
    forgetTypedAddress();
    router.history.push(to ?? afterSignIn());
  }

  /** Returns the typed address to send the link to again, or marks its problem. */
  function emailToResend(): string | undefined {
    const typed = new FormData(formProps.ref.current ?? undefined);
    const { data, problems: found } = checkValues(Object.fromEntries(typed), emailOnlySchema);
    setResendProblems(typed.get('email') === '' ? { email: m.email_first() } : found);
    return data?.email;
  }

  if (refusal?.code === 'second_factor_required' && refusal.factors && sending.variables)
    return (
      <AccountFrame title={m.factors()}>
        <SecondStep credentials={sending.variables} factors={refusal.factors} onDone={enter} onBack={sending.reset} />
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={m.sign_in()}
      ways={
        <>
          <Link to="/forgot-password">{m.forgot_password()}</Link>
          <Link to="/register">{m.create_account()}</Link>
        </>
      }
    >
      <Form {...formProps} onChange={() => setResendProblems({})}>
        {isPublicDemo() && (
          <Alert kind="note" title={m.demo_erased()}>
            <Link to="/setup">{m.demo_enter()}</Link>
          </Alert>
        )}
        {sending.error && (
          <Alert kind="problem" title={formatFailure(sending.error)}>
            {sending.error instanceof Failure && sending.error.code === 'email_not_verified' && (
              <ResendVerification email={emailToResend} />
            )}
          </Alert>
        )}
        <OwnAddressField problem={resendProblems.email} />
        <PasswordInput name="password" label={m.password()} autoComplete="current-password" />
        <SubmitButton action={m.sign_in()} meanwhile={m.signing_in()} />
        <PasskeySignIn label={m.sign_in_passkey()} onDone={enter} />
      </Form>
    </AccountFrame>
  );
}

/** Returns where to go after a sign-in without a requested page: to the pending invitation, if there is one. */
function afterSignIn(): string {
  const token = takeInvitation();
  return token === null ? '/competitions' : `/referee/invitation?token=${encodeURIComponent(token)}`;
}

interface Props {
  credentials: Credentials;
  /** The second factors of the account. */
  factors: { codes: boolean; passkey: boolean };
  onDone: () => void;
  onBack: () => void;
}

/** The second step of a sign-in, after the right password: a code or a passkey (S17). */
function SecondStep({ credentials, factors, onDone, onBack }: Props) {
  const { formProps } = useCheckedForm({
    schema: z.object({ code: codeSchema }),
    send: ({ code }) => signIn({ ...credentials, code }),
    fieldOf: { wrong_code: 'code' },
    onDone,
  });
  return (
    <Form {...formProps}>
      <p className="soft">{m.second_step_why()}</p>
      {factors.passkey && <PasskeySignIn label={m.use_passkey()} onDone={onDone} isMain={!factors.codes} />}
      <TextField
        name="code"
        label={factors.codes ? m.one_time_or_recovery_code() : m.recovery_name()}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <FormFailure />
      <SubmitButton action={m.sign_in()} meanwhile={m.signing_in()} />
      <Button action={m.other_account()} look="quiet" onClick={onBack} />
    </Form>
  );
}
