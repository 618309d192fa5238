import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { nameOf } from '../../queries/member.queries.ts';
import { roleWord } from '../../text/role.words.ts';
import { IconButton } from '../../ui/parts/icons.tsx';
import { RoleForm } from './role.form.tsx';
import styles from './users.module.css';

interface Props {
  competition: Competition;
  member: Member;
  isReader: boolean;
  onRemove: () => void;
}

/** One user of a competition; the role is edited in the row. */
export function UserRow({ competition, member, isReader, onRemove }: Props) {
  const [changing, setChanging] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChanging(false);
    // Returns the focus to the edit button once it is rendered again.
    setTimeout(() => pencil.current?.focus());
  };
  return (
    <tr data-changing={changing || undefined}>
      <th scope="row" className={styles.name}>
        {member.first_name} {member.last_name}
        {isReader && <span className={styles.you}>{m.you()}</span>}
      </th>
      <td className={styles.email}>
        {member.email}
        {!member.verified && <span className="soft"> {m.user_unverified()}</span>}
      </td>
      {changing ? (
        <td data-column="role" className={styles.role} colSpan={2}>
          <RoleForm competition={competition} member={member} isReader={isReader} onClose={close} />
        </td>
      ) : (
        <>
          <td data-column="role" className={styles.role}>
            {roleWord(member.role)}
          </td>
          <td className={styles.actions}>
            <IconButton
              ref={pencil}
              icon="pencil"
              label={m.change_role_of({ name: nameOf(member) })}
              onClick={() => setChanging(true)}
            />
            <IconButton icon="bin" label={m.remove_user({ name: nameOf(member) })} onClick={onRemove} />
          </td>
        </>
      )}
    </tr>
  );
}
