import { createPasskey, startPasskey } from '@dossard/contract/accounts/factor.endpoints.ts';
import { newPasskeySchema } from '@dossard/contract/accounts/factor.schema.ts';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { isKnownPasskey, makePasskey } from '../../device/passkeys.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { formatPasskeyFailure } from './passkey.sign.in.tsx';

interface Props {
  onClose: () => void;
  /** Receives the recovery codes that came with the first factor. */
  onDone: (codes: readonly string[] | null) => void;
}

async function addPasskey(name: string) {
  const { options } = await withProof(() => callApi(startPasskey, {}));
  const credential = { ...(await makePasskey(options)) };
  return perform(createPasskey, { body: { name, credential } });
}

/** Asks for the name of a passkey, then has the browser create it. */
export function AddPasskeyDialog({ onClose, onDone }: Props) {
  const { formProps, failure } = useCheckedForm({
    schema: z.pick(newPasskeySchema, { name: true }),
    send: ({ name }) => addPasskey(name),
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const words = failure && (isKnownPasskey(failure) ? m.passkey_known() : formatPasskeyFailure(failure));
  return (
    <FormDialog
      title={m.passkey_add()}
      of={formProps}
      onClose={onClose}
      action={m.passkey_add()}
      failure={words && <Alert kind="problem" title={words} />}
    >
      <p>{m.passkeys_what()}</p>
      <TextField name="name" label={m.passkey_name()} hint={m.passkey_name_hint()} autoComplete="off" />
    </FormDialog>
  );
}
