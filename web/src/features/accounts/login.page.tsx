import { credentialsSchema } from '@dossard/contract/accounts/account.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { sayFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/alert.tsx';
import { readForm } from '../../ui/form.problems.ts';
import { PageFrame } from '../../ui/page.frame.tsx';
import { PasswordInput } from '../../ui/password.input.tsx';
import { signIn } from './session.ts';
import './login.css';

/** Email and password (spec §2); then on to the page that was asked for, or the competitions. */
export function LoginPage({ to = '/competitions' }: { to?: string | undefined }) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const emailId = useId();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const entry = useMutation({
    mutationFn: signIn,
    onSuccess: () => router.history.push(to),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readForm(event.currentTarget, credentialsSchema);
    setProblems(read.problems);
    if (read.data) entry.mutate(read.data);
    else form.current?.querySelector<HTMLInputElement>(`[name="${Object.keys(read.problems)[0]}"]`)?.focus();
  }

  return (
    <PageFrame>
      <main className="page page-narrow">
        <form ref={form} className="login card" onSubmit={submit} noValidate>
          <h1>{m.sign_in()}</h1>
          {entry.error && <Alert kind="problem" title={sayFailure(entry.error)} />}
          <div className="field">
            <label htmlFor={emailId}>{m.email()}</label>
            <input
              id={emailId}
              className="input"
              name="email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              aria-invalid={problems.email !== undefined}
              aria-describedby={`${emailId}-problem`}
            />
            <span id={`${emailId}-problem`} className="field-problem">
              {problems.email}
            </span>
          </div>
          <PasswordInput
            name="password"
            label={m.password()}
            autoComplete="current-password"
            problem={problems.password}
          />
          <button type="submit" className="button button-go" disabled={entry.isPending}>
            {entry.isPending ? m.signing_in() : m.sign_in()}
          </button>
        </form>
      </main>
    </PageFrame>
  );
}
