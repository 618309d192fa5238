import { roleSchema } from '@dossard/contract/access/permissions.ts';
import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import { deleteMember, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import type { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { formatTime } from '../../text/formats.ts';
import { roles } from '../../text/roles.ts';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { Form, FormEnd } from '../../ui/forms/form.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { silenceOf } from '../phones/phone.facts.ts';
import { PhoneState } from '../phones/phone.state.tsx';
import { RightsLost, useRightsLost, useRoleChange } from './lost.rights.tsx';
import styles from './referees.module.css';

interface Props {
  members: readonly Member[];
  /** Undefined while they cannot be read. */
  phones: AnswerOf<typeof listPhones> | undefined;
  /** When the phones were read, in milliseconds since 1970. */
  readAt: number;
  /** True while the phones cannot be read again. */
  isStale: boolean;
}

/** The members with their role and phones; then the phones of those who are no members any more. */
export function MemberTable({ members, phones, readAt, isStale }: Props) {
  const { data: reader } = useQuery(profile());
  /** The member whose role is being changed in the row, and the one whose form was closed last. */
  const [changing, setChanging] = useState<number>();
  const [changed, setChanged] = useState<number>();
  const isReader = ({ email }: Member) => email.toLowerCase() === reader?.email.toLowerCase();
  const ofNobody = phones?.phones.filter(({ user_id }) => members.every(({ id }) => id !== user_id)) ?? [];
  const states = (list: readonly Phone[] = []) => {
    const now = Date.parse(phones?.server_time ?? '');
    return list.map((phone) => <PhoneState key={phone.phone_id} phone={phone} silence={silenceOf(phone, now)} />);
  };
  if (members.length === 0) return <p className="card panel">{m.users_empty()}</p>;
  return (
    <div className={`card ${styles.members}`}>
      <Table
        caption={m.users()}
        headings={{
          name: m.name_of_rider(),
          role: m.role(),
          phones: <PhonesHeading {...{ readAt, isStale }} areRead={phones !== undefined} />,
          actions: m.actions(),
        }}
        named="name"
        card={{ actions: 'end' }}
        rows={[...members, ...ofNobody]}
        keyOf={(row) => ('role' in row ? row.id : `${row.user_id} ${row.phone_id}`)}
        replaced={(row) =>
          'role' in row &&
          row.id === changing && (
            <div className="columns">
              <div className="name">
                <Identity member={row} isReader={isReader(row)} />
              </div>
              <RoleForm
                member={row}
                isReader={isReader(row)}
                onClose={() => {
                  setChanging(undefined);
                  setChanged(row.id);
                }}
              />
            </div>
          )
        }
        cells={(row) => {
          if (!('role' in row)) {
            return {
              name: fullName(row),
              role: <span className="soft">{row.user_id === null ? m.judge_by_link() : '–'}</span>,
              phones: states([row]),
            };
          }
          return {
            name: <Identity member={row} isReader={isReader(row)} />,
            role: m.role_name({ role: row.role }),
            phones: states(phones?.phones.filter(({ user_id }) => user_id === row.id)),
            actions: (
              <ActionMenu
                what={fullName(row)}
                // The row was a form until now, opened by these actions.
                autoFocus={row.id === changed}
                actions={[
                  { label: m.change_role_of({ name: fullName(row) }), act: () => setChanging(row.id) },
                  {
                    label: m.remove_user({ name: fullName(row) }),
                    open: <RemoveUserDialog member={row} isReader={isReader(row)} />,
                    isDanger: true,
                  },
                ]}
              />
            ),
          };
        }}
      />
    </div>
  );
}

/** The heading of the phones, with the time of the last read. */
function PhonesHeading({ areRead, readAt, isStale }: Pick<Props, 'readAt' | 'isStale'> & { areRead: boolean }) {
  return (
    <>
      {m.phones()}{' '}
      {areRead && (
        <span className={styles.age} role={isStale ? 'status' : undefined} data-stale={isStale || undefined}>
          {(isStale ? m.phones_stale : m.phones_as_of)({ time: formatTime(readAt) })}
        </span>
      )}
    </>
  );
}

function Identity({ member, isReader }: { member: Member; isReader: boolean }) {
  return (
    <>
      {fullName(member)} {isReader && <span className="pill">{m.you()}</span>}
      <small className={`soft ${styles.email}`}>
        {member.email} {!member.verified && m.user_unverified()}
      </small>
    </>
  );
}

/** Removes a user from a competition; the account and the runs that it recorded stay. */
function RemoveUserDialog({ member, isReader }: Omit<RoleProps, 'onClose'>) {
  const { id } = usePageCompetition();
  const lost = useRightsLost(member, isReader, null);
  const changeRole = useRoleChange(isReader, useClose());
  const remove = () =>
    changeRole({
      act: () => callApi(deleteMember, { params: { id }, body: { user_id: member.id } }),
      role: null,
      words: m.user_removed({ name: fullName(member) }),
    });
  return (
    <ConfirmDialog title={m.remove_user_sure({ name: fullName(member) })} action={m.remove()} danger act={remove}>
      <RightsLost lost={lost} isReader={isReader} />
      <p className="soft">{m.remove_user_keeps()}</p>
    </ConfirmDialog>
  );
}

interface RoleProps {
  member: Member;
  isReader: boolean;
  onClose: () => void;
}

/** Changes a user's role: saves immediately if that only adds permissions, and asks first if it removes some. */
function RoleForm({ member, isReader, onClose }: RoleProps) {
  const { id } = usePageCompetition();
  const changeRole = useRoleChange(isReader, onClose);
  const [role, setRole] = useState(member.role);
  const [asking, setAsking] = useState(false);
  const lost = useRightsLost(member, isReader, role);
  const change = () =>
    changeRole({
      act: () => callApi(updateMember, { params: { id }, body: { user_id: member.id, role } }),
      role,
      words: m.role_changed({ name: fullName(member), role: m.role_name({ role }) }),
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
            {m.role_name({ role: one })}
          </option>
        ))}
      </select>
      {!member.verified && ['editor', 'admin'].includes(role) && <p className="soft">{m.user_unverified_role()}</p>}
      <FormEnd onCancel={onClose} />
      {asking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={m.change_role_sure({ name: fullName(member), role: m.role_name({ role }) })}
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
