import {
  type CompetitionPermission,
  mayInCompetition,
  permissionsLost,
  type Role,
} from '@dossard/contract/access/permissions.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { competitionById } from '../../queries/competition.queries.ts';
import { invalidateMembers } from '../../queries/member.queries.ts';
import { permissionWord } from '../../text/role.words.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './users.module.css';

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
        <ul className={styles.rightsLost}>
          {lost.map((permission) => (
            <li key={permission}>{permissionWord(permission)}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

/**
 * Handles a change of the reader's own role. A reader who may no longer manage users leaves the page, for the
 * competition or, without any role, for the list of competitions. The returned function resolves to true if the reader
 * left.
 */
export function useLeaveWithoutRights(competitionId: number): (role: Role | null) => Promise<boolean> {
  const { data: reader } = useQuery(profile());
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (role) => {
    if (mayInCompetition(reader ?? null, role, 'manage_members')) return false;
    const params = { competitionId: String(competitionId) };
    // Loaded first, so that the next page requests only what the new role may see.
    if (role !== null) await queryClient.fetchQuery({ ...competitionById(competitionId), staleTime: 0 });
    if (role === null) await navigate({ to: '/competitions' });
    else await navigate({ to: '/competitions/$competitionId/zones', params });
    await invalidateMembers(queryClient, competitionId);
    return true;
  };
}
