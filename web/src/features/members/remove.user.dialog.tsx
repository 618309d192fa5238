import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateMembers, nameOf } from '../../queries/member.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { RightsLost, useLeaveWithoutRights, useRightsLost } from './lost.rights.tsx';

interface Props {
  competition: Competition;
  member: Member;
  isReader: boolean;
  onClose: () => void;
}

/** Removes a user from a competition; the account and the runs that it recorded stay. */
export function RemoveUserDialog({ competition, member, isReader, onClose }: Props) {
  const queryClient = useQueryClient();
  const lost = useRightsLost(member, isReader, null);
  const leave = useLeaveWithoutRights(competition.id);
  const done = async () => {
    toast('member', m.user_removed({ name: nameOf(member) }));
    onClose();
    if (isReader && (await leave(null))) return;
    await invalidateMembers(queryClient, competition.id);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={m.remove_user_sure({ name: nameOf(member) })}
      action={m.remove()}
      danger
      act={() => callApi(deleteMember, { params: { id: competition.id }, body: { user_id: member.id } })}
      onDone={() => void done()}
    >
      <RightsLost lost={lost} isReader={isReader} />
      <p className="soft">{m.remove_user_keeps()}</p>
    </ConfirmDialog>
  );
}
