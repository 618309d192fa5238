import { emailOnlySchema } from '@dossard/contract/accounts/account.schema.ts';
import {
  deleteAccountOf,
  exportAccountOf,
  removeFactorsOf,
} from '@dossard/contract/administration/administration.endpoints.ts';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { saveJson } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { EmailField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { AdministrationDesk } from './administration.desk.tsx';
import { passTypedAddress } from './typed.address.ts';

/** For readers who manage accounts: the personal data of an account, and its deletion (S16). */
export default function AccountPage() {
  return (
    <AdministrationDesk title={m.account_of()} needs="passwords">
      <AccountForm />
    </AdministrationDesk>
  );
}

function AccountForm() {
  const [sure, setSure] = useState<string>();
  const [unlocking, setUnlocking] = useState<string>();
  const { formProps } = useCheckedForm({
    schema: emailOnlySchema,
    send: (query) => callApi(exportAccountOf, { query }),
    onDone: (data) => {
      saveJson(data, `${m.account_of_file()}-${data.account.id}.json`);
      toast('account', m.account_data_exported());
    },
  });
  return (
    <Form {...formProps} className="card panel">
      <p className="soft">{m.account_of_why()}</p>
      <EmailField autoComplete="off" />
      <FormEnd action={m.account_of_export()} />
      <Button action={m.account_of_factors()} onClick={() => passTypedAddress(formProps.ref, setUnlocking)} />
      <Button action={m.account_of_delete()} look="danger" onClick={() => passTypedAddress(formProps.ref, setSure)} />
      {unlocking && (
        <ConfirmDialog
          onClose={() => setUnlocking(undefined)}
          title={m.account_of_factors_sure()}
          action={m.account_of_factors()}
          danger
          act={() => perform(removeFactorsOf, { body: { email: unlocking } })}
          onDone={() => toast('account', m.account_of_factors_done(), longToastMs)}
        >
          <p>
            <strong>{unlocking}</strong>
          </p>
          <p>{m.account_of_factors_why()}</p>
        </ConfirmDialog>
      )}
      {sure && (
        <ConfirmDialog
          onClose={() => setSure(undefined)}
          title={m.account_of_delete_sure()}
          understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
          action={m.account_of_delete()}
          danger
          act={() => perform(deleteAccountOf, { body: { email: sure } })}
          onDone={() => {
            formProps.ref.current?.reset();
            toast('account', m.account_of_deleted(), longToastMs);
          }}
        >
          <p>
            <strong>{sure}</strong>
          </p>
          <p>{m.account_of_delete_loses()}</p>
        </ConfirmDialog>
      )}
    </Form>
  );
}
