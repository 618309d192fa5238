import { emailOnlySchema } from '@dossard/contract/accounts/account.schema.ts';
import {
  deleteAccountOf,
  exportAccountOf,
  removeFactorsOf,
} from '@dossard/contract/administration/administration.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { mayAdminister } from '../../desk/may.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './admin.module.css';

/** For readers who manage accounts: the personal data of an account, and its deletion (S16). */
export function AccountPage() {
  const { data, error, refetch } = useQuery(profile());
  return (
    <Desk title={m.account_of()} back={{ to: '/admin', label: m.administration() }}>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting className={`card ${styles.waiting}`} />}
      {data && !mayAdminister(data).passwords && <AccessDenied why={m.administration_denied()} />}
      {data && mayAdminister(data).passwords && <AccountForm />}
    </Desk>
  );
}

function AccountForm() {
  const queryClient = useQueryClient();
  const [sure, setSure] = useState<string>();
  const [unlocking, setUnlocking] = useState<string>();
  const { formProps, problems, sending } = useCheckedForm({
    schema: emailOnlySchema,
    send: (query) => callApi(exportAccountOf, { query }),
    onDone: (data) => {
      saveFile(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        `${m.account_of_file()}-${data.account.id}.json`,
      );
      toast('account', m.account_data_exported());
    },
  });
  function ask(set: (email: string) => void) {
    const form = formProps.ref.current;
    const typed = emailOnlySchema.safeParse({ email: form && new FormData(form).get('email') });
    if (typed.success) set(typed.data.email);
    else form?.requestSubmit();
  }
  return (
    <form {...formProps} className="card panel">
      <p className="soft">{m.account_of_why()}</p>
      <TextField
        name="email"
        type="email"
        label={m.email()}
        problem={problems.email}
        autoComplete="off"
        autoCapitalize="none"
      />
      <FormEnd sending={sending} action={m.account_of_export()} />
      <div>
        <button type="button" className="button" onClick={() => ask(setUnlocking)}>
          {m.account_of_factors()}
        </button>
      </div>
      <div>
        <button type="button" className="button button-danger" onClick={() => ask(setSure)}>
          {m.account_of_delete()}
        </button>
      </div>
      <ConfirmDialog
        opened={unlocking !== undefined}
        onClose={() => setUnlocking(undefined)}
        title={m.account_of_factors_sure()}
        action={m.account_of_factors()}
        danger
        act={() => withProof(() => callApi(removeFactorsOf, { body: { email: unlocking ?? '' } }))}
        onDone={() => {
          setUnlocking(undefined);
          toast('account', m.account_of_factors_done(), longToastMs);
        }}
      >
        <p>
          <strong>{unlocking}</strong>
        </p>
        <p>{m.account_of_factors_why()}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={sure !== undefined}
        onClose={() => setSure(undefined)}
        title={m.account_of_delete_sure()}
        understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
        action={m.account_of_delete()}
        danger
        act={() => withProof(() => callApi(deleteAccountOf, { body: { email: sure ?? '' } }))}
        onDone={() => {
          setSure(undefined);
          formProps.ref.current?.reset();
          toast('account', m.account_of_deleted(), longToastMs);
          void queryClient.invalidateQueries({ queryKey: ['accounts'] });
        }}
      >
        <p>
          <strong>{sure}</strong>
        </p>
        <p>{m.account_of_delete_loses()}</p>
      </ConfirmDialog>
    </form>
  );
}
