import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { membersOf } from '../../queries/member.queries.ts';
import { roleMeans, roles, roleWord } from '../../text/role.words.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { InviteMenu } from '../invitations/invite.menu.tsx';
import { PendingInvitations } from '../invitations/pending.invitations.tsx';
import { RemoveUserDialog } from './remove.user.dialog.tsx';
import { UserRow } from './user.row.tsx';
import styles from './users.module.css';

/** Lists the members of a competition with their roles. */
export function UsersPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.users()}
      needs="manage_members"
      actions={(may) => may('invite_users') && <InviteMenu competitionId={competitionId} label={m.invite()} />}
      wide={true}
      waiting={<UsersWaiting />}
    >
      {(competition) => (
        <div className={styles.columns}>
          <div className={styles.main}>
            <Users competition={competition} />
            <PendingInvitations competitionId={competitionId} />
          </div>
          <RoleLegend />
        </div>
      )}
    </CompetitionDesk>
  );
}

function Users({ competition }: { competition: Competition }) {
  const { data, error, refetch } = useQuery(membersOf(competition.id));
  const { data: reader } = useQuery(profile());
  const [leaving, setLeaving] = useState<Member>();
  const isReader = (member: Member) => member.email.toLowerCase() === reader?.email.toLowerCase();
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <UsersWaiting />;
  if (data.users.length === 0) return <p className="card panel">{m.users_empty()}</p>;
  return (
    <div className={`card ${styles.card}`}>
      <table className={styles.users}>
        <caption className="visually-hidden">{m.users()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.name_of_rider()}</th>
            <th scope="col">{m.email()}</th>
            <th scope="col">{m.role()}</th>
            <th scope="col">
              <span className="visually-hidden">{m.actions()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.users.map((member) => (
            <UserRow
              key={member.id}
              competition={competition}
              member={member}
              isReader={isReader(member)}
              onRemove={() => setLeaving(member)}
            />
          ))}
        </tbody>
      </table>
      {leaving && (
        <RemoveUserDialog
          competition={competition}
          member={leaving}
          isReader={isReader(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
}

/** Describes what each role may do (A1). */
function RoleLegend() {
  return (
    <section className="card panel" aria-labelledby="roles-title">
      <h2 id="roles-title">{m.roles()}</h2>
      <dl className={styles.roles}>
        {roles.map((role) => (
          <div key={role}>
            <dt>{roleWord(role)}</dt>
            <dd>{roleMeans(role)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function UsersWaiting() {
  return <Waiting className={`card ${styles.waiting}`} />;
}
