import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import type { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { nameOf } from '../../queries/member.queries.ts';
import { formatTime } from '../../text/formats.ts';
import { roleWord } from '../../text/role.words.ts';
import { IconButton } from '../../ui/parts/icons.tsx';
import { silenceOf } from '../phones/phone.facts.ts';
import { PhoneState } from '../phones/phone.state.tsx';
import styles from './referees.module.css';
import { RemoveUserDialog } from './remove.user.dialog.tsx';
import { RoleForm } from './role.form.tsx';

interface Props {
  competition: Competition;
  members: readonly Member[];
  /** Undefined while they cannot be read. */
  phones: AnswerOf<typeof listPhones> | undefined;
  /** When the phones were read, in milliseconds since 1970. */
  readAt: number;
  /** True while the phones cannot be read again. */
  isStale: boolean;
}

/** The members with their role and phones; then the phones of those who are no members any more. */
export function MemberTable({ competition, members, phones, readAt, isStale }: Props) {
  const { data: reader } = useQuery(profile());
  const [leaving, setLeaving] = useState<Member>();
  const isReader = ({ email }: Member) => email.toLowerCase() === reader?.email.toLowerCase();
  const now = Date.parse(phones?.server_time ?? '');
  const ofNobody = phones?.phones.filter(({ user_id }) => members.every(({ id }) => id !== user_id)) ?? [];
  const states = (list: readonly Phone[] = []) =>
    list.map((phone) => <PhoneState key={phone.phone_id} phone={phone} silence={silenceOf(phone, now)} />);
  if (members.length === 0) return <p className="card panel">{m.users_empty()}</p>;
  return (
    <div className="card item">
      <table className={`stacked-table ${styles.members} numbers`}>
        <caption className="visually-hidden">{m.users()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.name_of_rider()}</th>
            <th scope="col">{m.role()}</th>
            <th scope="col">
              {m.phones()}{' '}
              {phones && (
                <span role={isStale ? 'status' : undefined} data-stale={isStale || undefined}>
                  {(isStale ? m.phones_stale : m.phones_as_of)({ time: formatTime(readAt) })}
                </span>
              )}
            </th>
            <th scope="col">
              <span className="visually-hidden">{m.actions()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              competition={competition}
              member={member}
              isReader={isReader(member)}
              onRemove={() => setLeaving(member)}
            >
              {states(phones?.phones.filter(({ user_id }) => user_id === member.id))}
            </MemberRow>
          ))}
          {ofNobody.map((phone) => (
            <tr key={`${phone.user_id} ${phone.phone_id}`}>
              <th scope="row">{`${phone.first_name} ${phone.last_name}`.trim()}</th>
              <td className="soft">{phone.user_id === null ? m.judge_by_link() : '–'}</td>
              <td>{states([phone])}</td>
              <td />
            </tr>
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

interface RowProps {
  competition: Competition;
  member: Member;
  isReader: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** One member; the role is edited in the row. */
function MemberRow({ competition, member, isReader, onRemove, children }: RowProps) {
  const [changing, setChanging] = useState(false);
  const actions = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChanging(false);
    // Returns the focus to the actions once they are rendered again.
    setTimeout(() => actions.current?.focus());
  };
  const name = nameOf(member);
  return (
    <tr data-changing={changing || undefined}>
      <th scope="row">
        {name} {isReader && <span className="pill">{m.you()}</span>}
        <small className="soft">
          {member.email} {!member.verified && m.user_unverified()}
        </small>
      </th>
      {changing ? (
        <td data-column="role" colSpan={3}>
          <RoleForm competition={competition} member={member} isReader={isReader} onClose={close} />
        </td>
      ) : (
        <>
          <td data-column="role">{roleWord(member.role)}</td>
          <td>{children}</td>
          <td className={styles.actions}>
            <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <IconButton ref={actions} icon="more" label={m.actions_for({ what: name })} />
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setChanging(true)}>{m.change_role_of({ name })}</Menu.Item>
                <Menu.Item className="menu-danger" onClick={onRemove}>
                  {m.remove_user({ name })}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </td>
        </>
      )}
    </tr>
  );
}
