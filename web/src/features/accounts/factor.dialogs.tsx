import { confirmCodes, createPasskey, startCodes, startPasskey } from '@dossard/contract/accounts/factor.endpoints.ts';
import { codeSchema, newPasskeySchema } from '@dossard/contract/accounts/factor.schema.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { isKnownPasskey, makePasskey } from '../../device/passkeys.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
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

/** Shows a new secret for an authenticator, and activates it with the first code that the authenticator makes. */
export function SetUpCodesDialog({ onClose, onDone }: Props) {
  // Each opening creates a new secret, which is not stored anywhere.
  const secret = useQuery({
    queryKey: ['new secret'],
    queryFn: () => withProof(() => callApi(startCodes, {})),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = secret;
  const { formProps } = useCheckedForm({
    schema: z.object({ code: codeSchema }),
    send: (body) => perform(confirmCodes, { body }),
    fieldOf: { wrong_code: 'code' },
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <FormDialog
      title={m.codes_set_up()}
      of={formProps}
      onClose={onClose}
      action={m.codes_confirm()}
      hindered={data === undefined}
    >
      {!data && <Reading of={secret} />}
      <p>{m.codes_scan()}</p>
      <div className="stack middle">
        {data ? <QrCode text={data.url} label={m.codes_qr()} /> : <div className="qr-code skeleton" aria-busy="true" />}
      </div>
      {data && (
        <>
          <p>
            <a href={data.url}>{m.codes_open()}</a>
          </p>
          <p>
            {m.codes_type_key()} <code>{data.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </>
      )}
      <TextField name="code" label={m.one_time_code()} inputMode="numeric" autoComplete="one-time-code" />
    </FormDialog>
  );
}

/** Shows recovery codes once; only the button that confirms they are kept closes the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const save = () =>
    saveFile(
      new Blob([`${m.recovery_title()} (${location.host})\n\n${codes.join('\n')}\n`]),
      `${m.recovery_file()}.txt`,
    );
  return (
    <Dialog
      onClose={onClose}
      title={m.recovery_title()}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>{m.recovery_keep()}</p>
      <ul className="list fields" aria-label={m.recovery_name()}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button action={m.recovery_save()} onClick={save} />
        <Button action={m.recovery_kept()} look="go" onClick={onClose} />
      </div>
    </Dialog>
  );
}
