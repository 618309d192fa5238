import { roleSchema } from '@dossard/contract/access/permissions.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { updateMember } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { fullName } from '../../riders/rider.words.tsx';
import { roles, roleWord } from '../../text/role.words.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Form, FormEnd } from '../../ui/forms/form.tsx';
import { RightsLost, useRightsLost, useRoleChange } from './lost.rights.tsx';
import styles from './referees.module.css';

interface Props {
  competition: Competition;
  member: Member;
  isReader: boolean;
  onClose: () => void;
}

/** Changes a user's role: saves immediately if that only adds permissions, and asks first if it removes some. */
export function RoleForm({ competition, member, isReader, onClose }: Props) {
  const changeRole = useRoleChange(competition.id, { isReader, onClose });
  const [role, setRole] = useState(member.role);
  const [asking, setAsking] = useState(false);
  const lost = useRightsLost(member, isReader, role);
  const change = () =>
    changeRole({
      act: () => callApi(updateMember, { params: { id: competition.id }, body: { user_id: member.id, role } }),
      role,
      words: m.role_changed({ name: fullName(member), role: roleWord(role) }),
    });
  const sending = useMutation({ mutationFn: change });

  function save(event: FormEvent) {
    event.preventDefault();
    if (role === member.role) onClose();
    else if (lost.length > 0) setAsking(true);
    else if (!sending.isPending) sending.mutate();
  }

  return (
    <Form state={{ ...sending, problems: {} }} onSubmit={save} className={`desk-actions ${styles.roleForm}`}>
      <select
        className="input"
        value={role}
        onChange={(event) => setRole(roleSchema.parse(event.target.value))}
        aria-label={m.role_of({ name: fullName(member) })}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was just pressed.
        autoFocus
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {roleWord(one)}
          </option>
        ))}
      </select>
      {!member.verified && ['editor', 'admin'].includes(role) && <p className="soft">{m.user_unverified_role()}</p>}
      <FormEnd onCancel={onClose} />
      {asking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={m.change_role_sure({ name: fullName(member), role: roleWord(role) })}
          action={m.change_role()}
          danger
          act={change}
        >
          <RightsLost lost={lost} isReader={isReader} />
        </ConfirmDialog>
      )}
    </Form>
  );
}
