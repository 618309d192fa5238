import { credentialsSchema } from '@dossard/contract/accounts/account.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sayFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/alert.tsx';
import { useCheckedForm } from '../../ui/checked.form.ts';
import { PageFrame } from '../../ui/page.frame.tsx';
import { PasswordInput } from '../../ui/password.input.tsx';
import { TextField } from '../../ui/text.field.tsx';
import { signIn } from './session.ts';
import './login.css';

/** Email and password (spec §2); then on to the page that was asked for, or the competitions. */
export function LoginPage({ to = '/competitions' }: { to?: string | undefined }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: credentialsSchema,
    send: signIn,
    onDone: () => {
      // Somebody else may have been here before.
      queryClient.clear();
      router.history.push(to);
    },
  });
  return (
    <PageFrame>
      <main className="page page-narrow">
        <form {...formProps} className="login card">
          <h1>{m.sign_in()}</h1>
          {sending.error && <Alert kind="problem" title={sayFailure(sending.error)} />}
          <TextField
            name="email"
            type="email"
            label={m.email()}
            problem={problems.email}
            autoComplete="username"
            autoCapitalize="none"
          />
          <PasswordInput
            name="password"
            label={m.password()}
            autoComplete="current-password"
            problem={problems.password}
          />
          <button type="submit" className="button button-go" disabled={sending.isPending}>
            {sending.isPending ? m.signing_in() : m.sign_in()}
          </button>
        </form>
      </main>
    </PageFrame>
  );
}
