import { listAccounts } from '@dossard/contract/administration/administration.endpoints.ts';
import { accountPageSize, type ListedAccount } from '@dossard/contract/administration/administration.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { read } from '../../queries/read.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SearchField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { permissionNames } from './permission.form.tsx';

interface Props {
  /** Called with the chosen account's address, to fill in the forms of the page. */
  onChoose: (email: string) => void;
}

/** Lists accounts, searchable by name or address, with their global permissions. */
export function AccountsCard({ onChoose }: Props) {
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

function AccountTable({ accounts, onChoose }: Props & { accounts: readonly ListedAccount[] }) {
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
        actions: (
          <Button onClick={() => onChoose(email)} of={email}>
            {m.choose_account()}
          </Button>
        ),
      })}
    />
  );
}
