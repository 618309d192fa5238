import { namelessOwner } from '@dossard/contract/setup/setup.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { fullName } from '../../riders/rider.words.tsx';

/** Asks the owner of a new installation for a name, which history, runs and files show; nothing once it is given. */
export function NamelessOwner() {
  const { data: reader } = useQuery(profile());
  if (!reader || fullName(reader) !== fullName(namelessOwner)) return null;
  return (
    <p className="below">
      {m.nameless_owner({ name: fullName(reader) })} <Link to="/profile">{m.nameless_owner_name()}</Link>
    </p>
  );
}
