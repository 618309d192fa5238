import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { judgeLinksId } from '../../desk/made.links.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { membersOf } from '../../queries/member.queries.ts';
import { phonesOf } from '../../queries/phone.queries.ts';
import { roles } from '../../text/roles.ts';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { Fact } from '../../ui/parts/fact.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { InviteMenu } from '../invitations/invite.menu.tsx';
import { PendingInvitations } from '../invitations/pending.invitations.tsx';
import { Invitation, InvitationWaiting } from '../invitations/qr.invitation.tsx';
import { JudgeLinks } from '../judges/judge.links.tsx';
import { Notices } from '../phones/notices.tsx';
import { OutboxImporter } from '../runs/outbox.importer.tsx';
import { MemberTable } from './member.table.tsx';
import styles from './referees.module.css';

interface Props {
  competitionId: number;
  /** The open part, which has an address of its own. */
  part: 'users' | 'qr-invitation' | 'phones';
}

/** Everybody with a role in a competition: invited, listed with their phones, and reached by notices. */
export default function RefereesPage({ competitionId, part }: Props) {
  const isInviting = part === 'qr-invitation';
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.referees}
      page={part}
      actions={(may) => may('invite_users') && <InviteMenu label={m.invite()} />}
      waiting={isInviting ? <InvitationWaiting /> : 16}
    >
      <Parts key={part} part={part} />
    </CompetitionDesk>
  );
}

function Parts({ part }: Pick<Props, 'part'>) {
  const { may } = usePageCompetition();
  const isInviting = part === 'qr-invitation';
  return (
    <div className="stack">
      {isInviting && <Invitation />}
      {may('manage_members') && <Members />}
      {may('invite_users') && (
        <Fold id={judgeLinksId} title={m.judge_links()} opened>
          <JudgeLinks />
        </Fold>
      )}
      <PendingInvitations />
      {!isInviting && <RarerParts part={part} />}
    </div>
  );
}

/** The members with their phones; without what the phones report while that cannot be read. */
function Members() {
  const { id } = usePageCompetition();
  const members = useQuery(membersOf(id));
  const phones = useQuery(phonesOf(id));
  // Phones that come later would move the rows.
  const isRead = useReads({ members }, { phones }).data !== undefined;
  const waiting = <Waiting height={16} />;
  if (members.data && !isRead) return waiting;
  return (
    <Reading of={members} waiting={waiting}>
      {({ users }) => (
        <MemberTable
          members={users}
          phones={phones.data}
          readAt={phones.dataUpdatedAt}
          isStale={phones.error !== null}
        />
      )}
    </Reading>
  );
}

function RarerParts({ part }: Pick<Props, 'part'>) {
  const { may } = usePageCompetition();
  return (
    <>
      <Fold title={m.notices()} opened={part === 'phones'}>
        <Notices />
      </Fold>
      {may('edit_runs') && (
        <Fold title={m.outbox_import()} opened={part === 'phones'}>
          <OutboxImporter />
        </Fold>
      )}
      <Fold title={m.roles()} opened={part === 'users'}>
        <dl className={`facts tiles ${styles.roles}`}>
          {roles.map((role) => (
            <Fact key={role} name={m.role_name({ role })} value={m.role_means({ role })} />
          ))}
        </dl>
      </Fold>
    </>
  );
}

function Fold({ id, title, opened, children }: { id?: string; title: string; opened: boolean; children: ReactNode }) {
  return (
    <details id={id} className="card fold item" open={opened}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
