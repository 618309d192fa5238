import type { GlobalPermission } from '@dossard/contract/access/permissions.ts';
import { changeGlobalPermission } from '@dossard/contract/administration/administration.endpoints.ts';
import {
  type PermissionChange,
  permissionChangeSchema,
} from '@dossard/contract/administration/administration.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { EmailField, SelectField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';

/** Grants an account a global permission, or revokes it (A2). */
export function PermissionForm({ email }: { email: string }) {
  const [permission, setPermission] = useState<GlobalPermission>('create_competition');
  const [action, setAction] = useState<'grant' | 'revoke'>('grant');
  const [asked, setAsked] = useState<PermissionChange>();
  const { formProps, sending } = useCheckedForm({
    schema: permissionChangeSchema,
    ask: (body) => {
      // Asks for confirmation before somebody may erase everything.
      const asks = body.action === 'grant' && body.permission === 'super_admin';
      setAsked(asks ? body : undefined);
      return asks;
    },
    send: (body) => perform(changeGlobalPermission, { body }),
    onDone: ({ message }) => toast('permission', message, longToastMs),
  });
  return (
    <Form {...formProps} className="card panel">
      <h2>{m.admin_permission()}</h2>
      <EmailField name="user_email" label={m.user_email()} defaultValue={email} autoComplete="off" />
      <SelectField
        name="permission"
        label={m.permission()}
        hint={permissionMeanings[permission]()}
        value={permission}
        onValue={setPermission}
        words={permissionNames}
      />
      <Chips
        legend={m.action()}
        name="action"
        type="radio"
        words={{ grant: m.grant, revoke: m.revoke }}
        defaultChosen={['grant']}
        onChoose={setAction}
      />
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title={m.grant_super_admin_sure({ email: asked.user_email })}
          action={m.grant_permission()}
          danger
          act={() => sending.mutateAsync(asked)}
          why={m.permission_super_admin_may()}
        />
      )}
      <FormEnd action={action === 'grant' ? m.grant_permission() : m.revoke_permission()} />
    </Form>
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
