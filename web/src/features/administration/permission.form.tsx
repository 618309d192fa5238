import { type GlobalPermission, globalPermissionSchema } from '@dossard/contract/access/permissions.ts';
import { changeGlobalPermission } from '@dossard/contract/administration/administration.endpoints.ts';
import {
  type PermissionChange,
  permissionChangeSchema,
} from '@dossard/contract/administration/administration.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';

/** Grants an account a global permission, or revokes it (A2). */
export function PermissionForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [permission, setPermission] = useState<GlobalPermission>('create_competition');
  const [action, setAction] = useState<'grant' | 'revoke'>('grant');
  const [asked, setAsked] = useState<PermissionChange>();
  async function change(body: PermissionChange): Promise<void> {
    const { message } = await withProof(() => callApi(changeGlobalPermission, { body }));
    toast('permission', message, longToastMs);
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
    // The permission may be the reader's own.
    void queryClient.invalidateQueries({ queryKey: profile().queryKey });
  }
  const { formProps, problems, sending } = useCheckedForm({
    schema: permissionChangeSchema,
    ask: (body) => {
      // Asks for confirmation before somebody may erase everything.
      const asks = body.action === 'grant' && body.permission === 'super_admin';
      setAsked(asks ? body : undefined);
      return asks;
    },
    send: change,
    onDone: () => setAsked(undefined),
  });
  return (
    <form {...formProps} className="card panel">
      <h2>{m.admin_permission()}</h2>
      <TextField
        name="user_email"
        type="email"
        label={m.user_email()}
        problem={problems.user_email}
        defaultValue={email}
        autoComplete="off"
        autoCapitalize="none"
      />
      <SelectField
        name="permission"
        label={m.permission()}
        hint={permissionMeanings[permission]()}
        problem={problems.permission}
        value={permission}
        onChange={(event) => setPermission(globalPermissionSchema.parse(event.target.value))}
      >
        {Object.entries(permissionNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label()}
          </option>
        ))}
      </SelectField>
      <Chips
        legend={m.action()}
        name="action"
        type="radio"
        choices={[
          { value: 'grant', label: m.grant() },
          { value: 'revoke', label: m.revoke() },
        ]}
        defaultChosen={['grant']}
        onChoose={setAction}
        problem={problems.action}
      />
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(undefined)}
          title={m.grant_super_admin_sure({ email: asked.user_email })}
          action={m.grant_permission()}
          danger
          act={() => sending.mutateAsync(asked)}
        >
          <p>{m.permission_super_admin_may()}</p>
        </ConfirmDialog>
      )}
      <FormEnd sending={sending} action={action === 'grant' ? m.grant_permission() : m.revoke_permission()} />
    </form>
  );
}

/** Names of the global permissions. */
export const permissionNames: Record<GlobalPermission, () => string> = {
  create_competition: m.permission_create_competition,
  manage_users: m.permission_manage_users,
  super_admin: m.permission_super_admin,
};

/** What each global permission allows. */
const permissionMeanings: Record<GlobalPermission, () => string> = {
  create_competition: m.permission_create_competition_may,
  manage_users: m.permission_manage_users_may,
  super_admin: m.permission_super_admin_may,
};
