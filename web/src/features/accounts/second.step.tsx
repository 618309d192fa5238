import type { Credentials } from '@dossard/contract/accounts/account.schema.ts';
import { codeSchema } from '@dossard/contract/accounts/factor.schema.ts';
import * as z from 'zod/mini';
import { m } from '../../paraglide/messages.js';
import { signIn } from '../../session/sign.in.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit.button.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './account.frame.module.css';
import { PasskeySignIn } from './passkey.sign.in.tsx';

interface Props {
  credentials: Credentials;
  /** The second factors of the account. */
  factors: { codes: boolean; passkey: boolean };
  onDone: () => void;
  onBack: () => void;
}

/** The second step of a sign-in, after the right password: a code or a passkey (S17). */
export function SecondStep({ credentials, factors, onDone, onBack }: Props) {
  const { formProps, failure } = useCheckedForm({
    schema: z.object({ code: codeSchema }),
    send: ({ code }) => signIn({ ...credentials, code }),
    fieldOf: { wrong_code: 'code' },
    onDone,
  });
  return (
    <Form {...formProps} className={`card panel ${styles.accountCard}`}>
      <h1>{m.factors()}</h1>
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
      {failure !== null && <FailureAlert error={failure} />}
      <SubmitButton action={m.sign_in()} meanwhile={m.signing_in()} />
      <Button look="quiet" onClick={onBack}>
        {m.other_account()}
      </Button>
    </Form>
  );
}
