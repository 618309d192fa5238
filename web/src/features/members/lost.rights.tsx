import {
  type CompetitionPermission,
  mayInCompetition,
  permissionsLost,
  type Role,
} from '@dossard/contract/access/permissions.ts';
import { updateMember } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { expectDenials } from '../../api/denied.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { competitionById } from '../../queries/competition.queries.ts';
import { readAgain } from '../../queries/perform.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { Bullets } from '../../ui/parts/bullets.tsx';
import { toast } from '../../ui/parts/toast.ts';

/** Returns the permissions a member loses with another role; null removes them. A super administrator loses none. */
export function useRightsLost(member: Member, isReader: boolean, role: Role | null): CompetitionPermission[] {
  const { data: reader } = useQuery(profile());
  const lost = permissionsLost(member.role, role);
  return isReader ? lost.filter((permission) => !mayInCompetition(reader ?? null, role, permission)) : lost;
}

/** Lists the permissions that a member is about to lose, and warns when the member is the reader. */
export function RightsLost({ lost, isReader }: { lost: readonly CompetitionPermission[]; isReader: boolean }) {
  if (lost.length === 0) return <p>{m.rights_kept()}</p>;
  return (
    <>
      {isReader && <Alert kind="warning" title={m.rights_lost_own()} />}
      <div>
        <p>{isReader ? m.rights_lost_you() : m.rights_lost()}</p>
        <Bullets lines={lost.map((permission) => m.permission_means({ permission }))} />
      </div>
      {lost.includes('invite_users') && <p>{m.rights_lost_suspends()}</p>}
    </>
  );
}

interface RoleChange {
  /** Sends the change. */
  act: () => Promise<unknown>;
  /** The member's role afterwards; null removes the member. */
  role: Role | null;
  /** What the toast says afterwards. */
  words: string;
}

/**
 * Returns a function that changes a member's role and shows what the reader may still see. A reader who may no longer
 * manage users leaves the page, for the competition or, without any role, for the list of competitions.
 */
export function useRoleChange(isReader: boolean, onDone: () => void): (change: RoleChange) => Promise<void> {
  const { id } = usePageCompetition();
  const { data: reader } = useQuery(profile());
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function leave(role: Role | null) {
    if (role === null) return navigate({ to: '/competitions' });
    // Loaded first, so that the next page requests only what the new role may see; earlier reads have the old role.
    const competition = competitionById(id);
    await queryClient.cancelQueries({ queryKey: competition.queryKey });
    await queryClient.fetchQuery({ ...competition, staleTime: 0 });
    await navigate({ to: '/competitions/$competitionId/zones', params: { competitionId: String(id) } });
  }

  async function changeRole({ act, role, words }: RoleChange) {
    await act();
    toast('member', words);
    onDone();
    if (isReader && !mayInCompetition(reader ?? null, role, 'manage_members')) await leave(role);
    await readAgain(updateMember.changes);
  }
  return (change) => (isReader ? expectDenials(() => changeRole(change)) : changeRole(change));
}
