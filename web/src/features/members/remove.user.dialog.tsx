import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { nameOf } from '../../queries/member.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { RightsLost, useRightsLost, useRoleChange } from './lost.rights.tsx';

interface Props {
  competition: Competition;
  member: Member;
  isReader: boolean;
  onClose: () => void;
}

/** Removes a user from a competition; the account and the runs that it recorded stay. */
export function RemoveUserDialog({ competition, member, isReader, onClose }: Props) {
  const lost = useRightsLost(member, isReader, null);
  const changeRole = useRoleChange(competition.id, { isReader, onClose });
  const remove = () =>
    changeRole({
      act: () => callApi(deleteMember, { params: { id: competition.id }, body: { user_id: member.id } }),
      role: null,
      words: m.user_removed({ name: nameOf(member) }),
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={m.remove_user_sure({ name: nameOf(member) })}
      action={m.remove()}
      danger
      act={remove}
    >
      <RightsLost lost={lost} isReader={isReader} />
      <p className="soft">{m.remove_user_keeps()}</p>
    </ConfirmDialog>
  );
}
