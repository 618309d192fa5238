import { deleteAccount, exportAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { ownPasswordSchema } from '@dossard/contract/accounts/security.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { formatFailure } from '../../api/failure.ts';
import { withProof } from '../../api/proof.ts';
import { saveJson } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { ownFactors } from '../../queries/factor.queries.ts';
import { getUnsentCount } from '../../referee/phone/phone.notes.ts';
import { useLeave } from '../../shell/sign.out.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { OwnFactors } from './own.factors.tsx';
import { OwnSessions } from './own.sessions.tsx';

/** Second factors and sessions of the reader's account, its personal data, and its deletion. */
export function SecurityPage() {
  const { data } = useQuery(profile());
  const [setsUp, setSetsUp] = useState(false);
  const mustSetUp = data?.factor_setup_required === true;
  // The note stays after the factor is set up, and explains how to continue.
  if (mustSetUp && !setsUp) setSetsUp(true);
  return (
    <Desk
      {...(setsUp ? { title: m.factors() } : { title: m.security(), back: { to: '/profile', label: m.profile() } })}
    >
      <div className="stack narrow">
        {setsUp && <FirstFactorNote />}
        {/* At the same place in both cases, so that an open dialog stays when the profile arrives after it. */}
        <OwnFactors />
        {!setsUp && (
          <>
            <OwnSessions />
            <OwnData />
            <AccountEnd />
          </>
        )}
      </div>
    </Desk>
  );
}

/** Above the second factors of an account that must set up one first (S21): that it must, or how to continue. */
function FirstFactorNote() {
  const { data } = useQuery(ownFactors());
  const isReady = data !== undefined && (data.codes_since !== null || data.passkeys.length > 0);
  return isReady ? (
    <Alert kind="good" title={m.factors_ready()}>
      <Link to="/competitions" className="button button-go">
        {m.factors_go_on()}
      </Link>
    </Alert>
  ) : (
    <Alert kind="warning" title={m.factors_required()} why={m.factors_required_first()} />
  );
}

function OwnData() {
  return (
    <Card title={m.account_data()} why={m.account_data_why()}>
      <Button onClick={() => void saveOwnData()}>{m.account_data_export()}</Button>
    </Card>
  );
}

async function saveOwnData(): Promise<void> {
  try {
    saveJson(await callApi(exportAccount, {}), `${m.account_data_file()}.json`);
    toast('account', m.account_data_exported());
  } catch (error) {
    toast('account', formatFailure(error), longToastMs);
  }
}

const AccountEnd = () => (
  <Card title={m.account_delete()} why={m.account_delete_why()}>
    <OpenButton action={m.account_delete()} look="danger">
      {(onClose) => <DeleteAccountDialog onClose={onClose} />}
    </OpenButton>
  </Card>
);

/** Asks for the password and deletes the signed-in account; refused while this phone has unsent runs of any account. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
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
