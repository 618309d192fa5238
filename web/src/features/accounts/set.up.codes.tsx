import { confirmCodes, startCodes } from '@dossard/contract/accounts/factor.endpoints.ts';
import { codeSchema } from '@dossard/contract/accounts/factor.schema.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import styles from './security.module.css';

interface Props {
  onClose: () => void;
  /** Receives the recovery codes that came with the first factor. */
  onDone: (codes: readonly string[] | null) => void;
}

/** Shows a new secret for an authenticator, and activates it with the first code that the authenticator makes. */
export function SetUpCodesDialog({ onClose, onDone }: Props) {
  return (
    <FormDialog title={m.codes_set_up()} onClose={onClose}>
      {(close) => <Secret onCancel={close} onDone={onDone} />}
    </FormDialog>
  );
}

function Secret({ onCancel, onDone }: { onCancel: () => void; onDone: Props['onDone'] }) {
  // Each opening creates a new secret, which is not stored anywhere.
  const { data, error, refetch } = useQuery({
    queryKey: ['new secret'],
    queryFn: () => withProof(() => callApi(startCodes, {})),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { formProps, problems, sending, failure } = useCheckedForm({
    schema: z.object({ code: codeSchema }),
    send: (body) => callApi(confirmCodes, { body }),
    fieldOf: { wrong_code: 'code' },
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  return (
    <form {...formProps} className="dialog-body">
      <p>{m.codes_scan()}</p>
      <div className={styles.secretCode}>
        {data ? <QrCode text={data.url} label={m.codes_qr()} /> : <div className="qr-code skeleton" aria-busy="true" />}
      </div>
      {data && (
        <>
          <p>
            <a href={data.url}>{m.codes_open()}</a>
          </p>
          <p className={styles.secret}>
            {m.codes_type_key()} <code>{data.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </>
      )}
      <TextField
        name="code"
        label={m.one_time_code()}
        problem={problems.code}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      {failure !== null && <FailureAlert error={failure} />}
      <DialogEnd isPending={sending.isPending} onCancel={onCancel} action={m.codes_confirm()} />
    </form>
  );
}
