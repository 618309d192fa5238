import { listAccounts } from '@dossard/contract/administration/administration.endpoints.ts';
import { accountPageSize, type ListedAccount } from '@dossard/contract/administration/administration.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useRef, useState } from 'react';
import { mayAdminister } from '../../desk/may.ts';
import { contactAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { read } from '../../queries/read.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SearchField } from '../../ui/fields/text.field.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { PasswordForm } from './password.form.tsx';
import { PermissionForm, permissionNames } from './permission.form.tsx';
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

interface AccountsProps {
  /** Called with the chosen account's address, to fill in the forms of the page. */
  onChoose: (email: string) => void;
}

/** Lists accounts, searchable by name or address, with their global permissions. */
function AccountsCard({ onChoose }: AccountsProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const sought = useDeferredValue(search.trim());
  const query = { page, ...(sought && { search: sought }) };
  const listed = useQuery(read(listAccounts, { query }, { placeholderData: keepPreviousData }));
  const { data } = listed;
  return (
    <Card title={m.accounts()} className="wide">
      <search>
        <SearchField
          placeholder={m.search_accounts()}
          value={search}
          onValue={(typed) => {
            setSearch(typed);
            setPage(1);
          }}
        />
      </search>
      <Reading of={listed} waiting={12} />
      {data && (
        <p className="soft" role="status">
          {data.total === 0 ? m.accounts_not_found() : m.accounts_count({ count: data.total })}
        </p>
      )}
      {data && data.accounts.length > 0 && <AccountTable accounts={data.accounts} onChoose={onChoose} />}
      {data && <Pager label={m.accounts()} page={page} total={data.total} size={accountPageSize} onPage={setPage} />}
    </Card>
  );
}

function AccountTable({ accounts, onChoose }: AccountsProps & { accounts: readonly ListedAccount[] }) {
  return (
    <Table
      caption={m.accounts()}
      card={{ actions: 'end' }}
      headings={{ name: m.name_of_rider(), email: m.email(), permissions: m.admin_permission(), actions: m.actions() }}
      named="name"
      rows={accounts}
      keyOf={({ id }) => id}
      cells={({ email, email_verified, global_permissions, ...person }) => ({
        name: fullName(person),
        email: (
          <span className="soft">
            {email} {!email_verified && <span className="pill">{m.email_not_verified()}</span>}
          </span>
        ),
        permissions: global_permissions.map((permission) => (
          <span key={permission} className="pill" data-kind="good">
            {permissionNames[permission]()}
          </span>
        )),
        actions: <Button action={m.choose_account()} onClick={() => onChoose(email)} of={email} />,
      })}
    />
  );
}
