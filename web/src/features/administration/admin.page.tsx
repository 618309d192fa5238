import type { GlobalPermission } from '@dossard/contract/access/permissions.ts';
import {
  changeGlobalPermission,
  listAccounts,
  updatePassword,
} from '@dossard/contract/administration/administration.endpoints.ts';
import {
  accountPageSize,
  type ListedAccount,
  type PermissionChange,
  passwordUpdateSchema,
  permissionChangeSchema,
} from '@dossard/contract/administration/administration.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useDeferredValue, useRef, useState } from 'react';
import { mayAdminister } from '../../desk/may.ts';
import { contactAddress, sendsMail } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { EmailField, SearchField, SelectField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { CopyField } from '../../ui/parts/copy.field.tsx';
import { NoMail } from '../../ui/parts/no.mail.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { NewPasswordInput } from '../accounts/new.password.input.tsx';
import { ResetCard } from './reset.tsx';
import { passTypedAddress } from './typed.address.ts';

/** The panel of super administrators; with `manage_users` alone, only the passwords (A2). */
export default function AdminPage() {
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
            {m.permission_name({ permission })}
          </span>
        )),
        actions: <Button action={m.choose_account()} onClick={() => onChoose(email)} of={email} />,
      })}
    />
  );
}

/** Sets another password for an account, then clears the fields for the next one. */
function PasswordForm({ email }: { email: string }) {
  const [sent, setSent] = useState(0);
  return <PasswordFields key={sent} email={sent === 0 ? email : ''} onSent={() => setSent(sent + 1)} />;
}

function PasswordFields({ email, onSent }: { email: string; onSent: () => void }) {
  const { formProps, problems } = useCheckedForm({
    schema: passwordUpdateSchema,
    // One sentence below the two fields when both are empty (V5).
    emptyWords: { email: '', new_password: '' },
    send: (body) => perform(updatePassword, { body }),
    onDone: ({ message }) => {
      toast('password', message, longToastMs);
      onSent();
    },
  });
  return (
    <Form {...formProps} className="card panel">
      <h2>{m.admin_password()}</h2>
      <p className="soft">{m.admin_password_why()}</p>
      <EmailField defaultValue={email} autoComplete="off" />
      {!sendsMail() && <ShownPassword form={formProps.ref} />}
      <NewPasswordInput
        name="new_password"
        label={m.new_password()}
        // The list of common passwords is on the server alone (V8).
        praise={m.password_meets_form()}
      />
      {(problems.email === '' || problems.new_password === '') && (
        <Alert kind="problem" title={m.admin_password_required()} />
      )}
      <FormEnd action={m.admin_password_set()} look={sendsMail() && 'go'} />
    </Form>
  );
}

/** Letters and digits that are hard to confuse. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ2346789';

/** Creates a password that satisfies the rule of registration, all letters equally likely. */
function createPassword(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(64))];
  const even = bytes.filter((byte) => byte < 256 - (256 % alphabet.length));
  const letters = even.slice(0, 12).map((byte) => alphabet[byte % alphabet.length]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4, 8).join('')}-${letters.slice(8).join('')}-Vt3`;
}

/**
 * Where no mail brings a new password: sets a random one for the address in the form, and shows it once, to be passed
 * on.
 */
function ShownPassword({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [asked, setAsked] = useState<string>();
  const [shown, setShown] = useState<{ email: string; new_password: string }>();
  async function create(email: string) {
    const new_password = createPassword();
    await perform(updatePassword, { body: { email, new_password } });
    setShown({ email, new_password });
  }
  return (
    <>
      <NoMail words={m.no_mail_password()} />
      <Button action={m.admin_password_show()} look="go" onClick={() => passTypedAddress(form, setAsked)} />
      {asked !== undefined && (
        <ConfirmDialog
          title={m.admin_password_sure({ email: asked })}
          why={m.admin_password_sure_why()}
          action={m.admin_password_show()}
          act={() => create(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {shown && (
        <CopyField
          label={m.new_password_of({ email: shown.email })}
          text={shown.new_password}
          hint={m.shown_this_once()}
          copyWord={m.copy_password()}
          isMain
        />
      )}
    </>
  );
}

/** The global permissions, the usual one first. */
const permissions: readonly GlobalPermission[] = ['create_competition', 'manage_users', 'super_admin'];

/** Grants an account a global permission, or revokes it (A2). */
function PermissionForm({ email }: { email: string }) {
  const [permission, setPermission] = useState<GlobalPermission>('create_competition');
  const [action, setAction] = useState<'grant' | 'revoke'>('grant');
  const [asked, setAsked] = useState<PermissionChange>();
  const { formProps, sending } = useCheckedForm({
    schema: permissionChangeSchema,
    ask: (body) => {
      // Asks for confirmation before somebody may erase everything.
      const asks = body.action === 'grant' && body.permission === 'super_admin';
      setAsked(asks ? body : undefined);
      return asks;
    },
    send: (body) => perform(changeGlobalPermission, { body }),
    onDone: ({ message }) => toast('permission', message, longToastMs),
  });
  return (
    <Form {...formProps} className="card panel">
      <h2>{m.admin_permission()}</h2>
      <EmailField name="user_email" label={m.user_email()} defaultValue={email} autoComplete="off" />
      <SelectField
        name="permission"
        label={m.permission()}
        hint={m.permission_may({ permission })}
        value={permission}
        onValue={setPermission}
        options={permissions.map((one) => [one, m.permission_name({ permission: one })])}
      />
      <Chips
        legend={m.action()}
        name="action"
        type="radio"
        words={{ grant: m.grant, revoke: m.revoke }}
        defaultChosen={['grant']}
        onChoose={setAction}
      />
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title={m.grant_super_admin_sure({ email: asked.user_email })}
          action={m.grant_permission()}
          danger
          act={() => sending.mutateAsync(asked)}
          why={m.permission_may({ permission: 'super_admin' })}
        />
      )}
      <FormEnd action={action === 'grant' ? m.grant_permission() : m.revoke_permission()} />
    </Form>
  );
}
