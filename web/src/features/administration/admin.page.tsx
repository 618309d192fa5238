import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { mayAdminister } from '../../desk/may.ts';
import { contactAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { AccountsCard } from './accounts.card.tsx';
import { PasswordForm } from './password.form.tsx';
import { PermissionForm } from './permission.form.tsx';
import { ResetCard } from './reset.tsx';

/** The panel of super administrators; with `manage_users` alone, only the passwords (A2). */
export function AdminPage() {
  const read = useQuery(profile());
  const may = mayAdminister(read.data);
  const contact = contactAddress();
  // Keyed by account, so that the forms start with the chosen address.
  const [chosen, setChosen] = useState({ email: '', times: 0 });
  const forms = useRef<HTMLDivElement>(null);
  function choose(email: string) {
    setChosen({ email, times: chosen.times + 1 });
    forms.current?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <Desk
      title={m.administration()}
      subtitle={m.administration_why()}
      back={{ to: '/competitions', label: m.my_competitions() }}
    >
      {may.everything && contact.endsWith('.test') && (
        <Alert kind="warning" title={m.contact_placeholder({ contact })} why={m.contact_placeholder_why()} />
      )}
      <Reading of={read} waiting={20} />
      {read.data && !may.passwords && <AccessDenied why={m.administration_denied()} />}
      <div ref={forms} className="columns below">
        {may.passwords && <PasswordForm key={`password ${chosen.times}`} email={chosen.email} />}
        {may.everything && <PermissionForm key={`permission ${chosen.times}`} email={chosen.email} />}
        {may.everything && <AccountsCard onChoose={choose} />}
        {may.everything && <ResetCard />}
      </div>
      {may.passwords && (
        <nav className="links below" aria-label={m.administration()}>
          <Link to="/admin/account">{m.account_of()}</Link>
          {may.everything && <Link to="/admin/alarms">{m.alarms()}</Link>}
          {may.everything && <Link to="/admin/security">{m.admin_security()}</Link>}
        </nav>
      )}
    </Desk>
  );
}
