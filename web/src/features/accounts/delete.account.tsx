import { deleteAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { ownPasswordSchema } from '@dossard/contract/accounts/security.schema.ts';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { getUnsentCount } from '../../referee/phone/phone.notes.ts';
import { useLeave } from '../../shell/sign.out.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';

/** Asks for the password and deletes the signed-in account; refused while this phone has unsent runs of any account. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const leave = useLeave();
  const [isDeleted, setIsDeleted] = useState(false);
  if (!isDeleted)
    return (
      <FormDialog title={m.account_delete_sure()} onClose={onClose}>
        {(close) => <DeleteAccountForm onCancel={close} onDeleted={() => setIsDeleted(true)} />}
      </FormDialog>
    );
  return (
    <FormDialog title={m.account_deleted()} onClose={leave}>
      {() => (
        <div className="dialog-body">
          <p>{m.account_deleted_email()}</p>
          <div className="dialog-actions">
            <button type="button" className="button button-go" onClick={leave}>
              {m.to_start()}
            </button>
          </div>
        </div>
      )}
    </FormDialog>
  );
}

function DeleteAccountForm({ onCancel, onDeleted }: { onCancel: () => void; onDeleted: () => void }) {
  const unsent = getUnsentCount();
  const { formProps, problems, sending, failure } = useCheckedForm({
    schema: ownPasswordSchema,
    send: (body) => withProof(() => callApi(deleteAccount, { body })),
    fieldOf: { wrong_current_password: 'current_password' },
    onDone: onDeleted,
  });
  return (
    <form {...formProps} className="dialog-body">
      <p>{m.account_delete_why()}</p>
      {unsent > 0 && <p className="field-problem">{m.account_delete_unsent({ count: unsent })}</p>}
      <PasswordInput
        name="current_password"
        label={m.current_password()}
        autoComplete="current-password"
        problem={problems.current_password}
      />
      {failure !== null && <FailureAlert error={failure} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onCancel}>
          {m.cancel()}
        </button>
        <button type="submit" className="button button-danger" disabled={sending.isPending || unsent > 0}>
          {m.account_delete()}
        </button>
      </div>
    </form>
  );
}
