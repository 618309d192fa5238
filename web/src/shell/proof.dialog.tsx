import { getPasskeyOptions, proveIdentity } from '@dossard/contract/accounts/factor.endpoints.ts';
import { ownPasswordSchema } from '@dossard/contract/accounts/security.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { Failure, formatFailure } from '../api/failure.ts';
import { hasPasskeys, showPasskey } from '../device/passkeys.ts';
import { m } from '../paraglide/messages.js';
import { ownFactors } from '../queries/factor.queries.ts';
import { FormDialog } from '../ui/dialogs/form.dialog.tsx';
import { PasswordInput } from '../ui/fields/password.input.tsx';
import { useCheckedForm } from '../ui/forms/form.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { Button } from '../ui/parts/button.tsx';

async function proveByPasskey(): Promise<void> {
  const { options } = await callApi(getPasskeyOptions, {});
  await callApi(proveIdentity, { body: { credential: { ...(await showPasskey(options)) } } });
}

/** Asks the reader for a proof of identity before a destructive action (S20). */
export function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const onDone = () => onAnswer(true);
  const { data } = useQuery(ownFactors());
  const { formProps } = useCheckedForm({
    schema: ownPasswordSchema,
    send: (body) => callApi(proveIdentity, { body }),
    fieldOf: { wrong_current_password: 'current_password' },
    onDone,
  });
  const showing = useMutation({ mutationFn: proveByPasskey, onSuccess: onDone });
  return (
    <FormDialog title={m.proof_title()} of={formProps} onClose={() => onAnswer(false)} action={m.proof_go_on()}>
      <p>{m.proof_why()}</p>
      {hasPasskeys() && data && data.passkeys.length > 0 && (
        <Button action={m.use_passkey()} disabled={showing.isPending} onClick={() => showing.mutate()} />
      )}
      {showing.error && (
        <Alert
          kind="problem"
          title={showing.error instanceof Failure ? formatFailure(showing.error) : m.passkey_failed()}
        />
      )}
      <PasswordInput name="current_password" label={m.current_password()} autoComplete="current-password" />
    </FormDialog>
  );
}
