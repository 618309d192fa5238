import { confirmCodes, startCodes } from '@dossard/contract/accounts/factor.endpoints.ts';
import { codeSchema } from '@dossard/contract/accounts/factor.schema.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { QrCode } from '../../ui/parts/qr.code.tsx';

interface Props {
  onClose: () => void;
  /** Receives the recovery codes that came with the first factor. */
  onDone: (codes: readonly string[] | null) => void;
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
