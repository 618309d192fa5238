import { deleteAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { ownPasswordSchema } from '@dossard/contract/accounts/security.schema.ts';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { getUnsentCount } from '../../referee/phone/phone.notes.ts';
import { useLeave } from '../../shell/sign.out.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Button } from '../../ui/parts/button.tsx';

/** Asks for the password and deletes the signed-in account; refused while this phone has unsent runs of any account. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const leave = useLeave();
  const unsent = getUnsentCount();
  const { formProps, sending } = useCheckedForm({
    schema: ownPasswordSchema,
    send: (body) => withProof(() => callApi(deleteAccount, { body })),
    fieldOf: { wrong_current_password: 'current_password' },
  });
  if (sending.isSuccess)
    return (
      <Dialog title={m.account_deleted()} onClose={leave} closeOnClickOutside={false}>
        <p>{m.account_deleted_email()}</p>
        <div className="dialog-actions">
          <Button look="go" onClick={leave}>
            {m.to_start()}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={m.account_delete_sure()}
      of={formProps}
      onClose={onClose}
      action={m.account_delete()}
      danger
      hindered={unsent > 0}
    >
      <p>{m.account_delete_why()}</p>
      {unsent > 0 && <p className="field-problem">{m.account_delete_unsent({ count: unsent })}</p>}
      <PasswordInput name="current_password" label={m.current_password()} autoComplete="current-password" />
    </FormDialog>
  );
}
