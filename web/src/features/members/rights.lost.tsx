import {
  type CompetitionPermission,
  mayInCompetition,
  permissionsLost,
  type Role,
} from '@dossard/contract/access/permissions.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { permissionWord } from '../../text/role.words.ts';
import { Alert } from '../../ui/parts/alert.tsx';

/** What somebody may no more with another role, or with none: a super administrator who reads this loses nothing. */
export function useRightsLost(member: Member, isReader: boolean, role: Role | null): CompetitionPermission[] {
  const { data: reader } = useQuery(profile());
  const lost = permissionsLost(member.role, role);
  return isReader ? lost.filter((permission) => !mayInCompetition(reader ?? null, role, permission)) : lost;
}

/** Says which rights somebody is about to lose, and that it is the reader when it is. */
export function RightsLost({ lost, isReader }: { lost: readonly CompetitionPermission[]; isReader: boolean }) {
  if (lost.length === 0) return <p>{m.rights_kept()}</p>;
  return (
    <>
      {isReader && <Alert kind="warning" title={m.rights_lost_own()} />}
      <div>
        <p>{isReader ? m.rights_lost_you() : m.rights_lost()}</p>
        <ul className="rights-lost">
          {lost.map((permission) => (
            <li key={permission}>{permissionWord(permission)}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
