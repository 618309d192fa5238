import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CompetitionDesk, type InCompetition } from '../../desk/competition.desk.tsx';
import { judgeLinksId } from '../../desk/made.links.ts';
import type { May } from '../../desk/may.ts';
import { m } from '../../paraglide/messages.js';
import { membersOf } from '../../queries/member.queries.ts';
import { phonesOf } from '../../queries/phone.queries.ts';
import { roleMeans, roles, roleWord } from '../../text/role.words.ts';
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
export function RefereesPage({ competitionId, part }: Props) {
  const isInviting = part === 'qr-invitation';
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.referees}
      page={part}
      actions={(may) => may('invite_users') && <InviteMenu competitionId={competitionId} label={m.invite()} />}
      waiting={isInviting ? <InvitationWaiting /> : 16}
    >
      {(competition, may) => <Parts key={part} {...{ competition, part, may }} />}
    </CompetitionDesk>
  );
}

function Parts({ competition, part, may }: Pick<Props, 'part'> & InCompetition) {
  const { id } = competition;
  const isInviting = part === 'qr-invitation';
  return (
    <div className="stack">
      {isInviting && <Invitation competitionId={id} />}
      {may('manage_members') && <Members competition={competition} />}
      {may('invite_users') && (
        <Fold id={judgeLinksId} title={m.judge_links()} opened>
          <JudgeLinks competition={competition} />
        </Fold>
      )}
      <PendingInvitations competitionId={id} />
      {!isInviting && <RarerParts competitionId={id} part={part} may={may} />}
    </div>
  );
}

/** The members with their phones; without what the phones report while that cannot be read. */
function Members({ competition }: { competition: Competition }) {
  const members = useQuery(membersOf(competition.id));
  const phones = useQuery(phonesOf(competition.id));
  // Phones that come later would move the rows.
  const isRead = useReads({ members }, { phones }).data !== undefined;
  const waiting = <Waiting height={16} />;
  if (members.data && !isRead) return waiting;
  return (
    <Reading of={members} waiting={waiting}>
      {({ users }) => (
        <MemberTable
          competition={competition}
          members={users}
          phones={phones.data}
          readAt={phones.dataUpdatedAt}
          isStale={phones.error !== null}
        />
      )}
    </Reading>
  );
}

function RarerParts({ competitionId, part, may }: Props & { may: May }) {
  return (
    <>
      <Fold title={m.notices()} opened={part === 'phones'}>
        <Notices competitionId={competitionId} />
      </Fold>
      {may('edit_runs') && (
        <Fold title={m.outbox_import()} opened={part === 'phones'}>
          <OutboxImporter competitionId={competitionId} />
        </Fold>
      )}
      <Fold title={m.roles()} opened={part === 'users'}>
        <dl className={`facts tiles ${styles.roles}`}>
          {roles.map((role) => (
            <Fact key={role} name={roleWord(role)} value={roleMeans(role)} />
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
