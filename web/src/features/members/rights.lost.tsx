import type { CompetitionPermission } from '@dossard/contract/members/permissions.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/alert.tsx';
import { permissionWord } from './role.words.ts';

/** Says which rights somebody is about to lose, and that it is the reader when it is. */
export function RightsLost({ lost, isReader }: { lost: readonly CompetitionPermission[]; isReader: boolean }) {
  return (
    <>
      {isReader && <Alert kind="warning" title={m.rights_lost_own()} />}
      <div>
        <p>{m.rights_lost()}</p>
        <ul className="rights-lost">
          {lost.map((permission) => (
            <li key={permission}>{permissionWord(permission)}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
