import { credentialsSchema } from '@dossard/contract/accounts/account.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Failure, formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { currentSession } from '../../session/session.store.ts';
import { signIn } from '../../session/sign.in.ts';
import { PasswordInput } from '../fields/password.input.tsx';
import { checkValues } from '../fields/problems.ts';
import { TextField } from '../fields/text.field.tsx';
import { PlainButton } from '../parts/plain.button.tsx';
import styles from './sign.in.here.module.css';

/**
 * Signs the reader of this page in again without leaving it, because it has unsaved input. Only for the same account:
 * another one requires a reload.
 */
export default function SignInHere({ onDone }: { onDone: () => void }) {
  const [email] = useState(() => currentSession().reader);
  return email === null ? <SignInElsewhere /> : <PasswordAgain email={email} onDone={onDone} />;
}

/** Shown if the account of this page is unknown: signs in in another tab. */
function SignInElsewhere() {
  const here = useLocation({ select: (location) => location.href });
  return (
    <>
      <p>{m.sign_in_elsewhere()}</p>
      <Link to="/login" search={{ to: here }} target="_blank" className="button button-go">
        {m.sign_in()}
      </Link>
    </>
  );
}

function PasswordAgain({ email, onDone }: { email: string; onDone: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  /** Why the account's code is required, or what is wrong with it. */
  const [codeProblem, setCodeProblem] = useState<string>();
  const signing = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      onDone();
      // Retry the reads that failed while the session was over.
      return queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    },
    onError: (error) => {
      const isAboutCode =
        error instanceof Failure && ['second_factor_required', 'wrong_code'].includes(error.code ?? '');
      if (isAboutCode) setCodeProblem(formatFailure(error));
      else setProblem(formatFailure(error));
    },
  });

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    if (signing.isPending) return;
    const typed = new FormData(event.currentTarget);
    const code = typed.get('session_code');
    const given = { email, password: typed.get('session_password'), ...(code && { code }) };
    const { data, problems } = checkValues(given, credentialsSchema);
    setProblem(problems.password);
    if (data) signing.mutate(data);
  }

  return (
    <div className={styles.signInHere} data-part="sign-in-here">
      <p>{m.session_ended_safe()}</p>
      {/* Elsewhere in the page, because this component is inside the refused form and forms cannot be nested. */}
      {createPortal(<form id={formId} onSubmit={send} noValidate />, document.body)}
      <p className={styles.email}>{email}</p>
      <PasswordInput
        form={formId}
        name="session_password"
        label={m.password()}
        autoComplete="current-password"
        problem={problem}
      />
      {codeProblem !== undefined && (
        <TextField
          form={formId}
          name="session_code"
          label={m.one_time_or_recovery_code()}
          problem={codeProblem}
          autoComplete="one-time-code"
          autoCapitalize="none"
        />
      )}
      <PlainButton
        type="submit"
        form={formId}
        action={signing.isPending ? m.signing_in() : m.sign_in()}
        look="go"
        disabled={signing.isPending}
      />
    </div>
  );
}
