import { updateProfile } from '@dossard/contract/accounts/account.endpoints.ts';
import { type Profile, profileUpdateSchema } from '@dossard/contract/accounts/account.schema.ts';
import { languages } from '@dossard/contract/language/language.ts';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ResendVerification } from '../../desk/resend.verification.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { perform } from '../../queries/perform.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { languageNames } from '../../ui/frame/reader.choices.tsx';
import { Fact } from '../../ui/parts/fact.tsx';
import { Waiting, WaitingPage } from '../../ui/parts/waiting.tsx';
import { ChangePasswordForm } from './change.password.tsx';
export type ProfileTab = 'profile' | 'password';

/** The reader's account and password. */
export default function ProfilePage({ tab, onTab }: { tab: ProfileTab; onTab: (tab: ProfileTab) => void }) {
  return (
    <Desk title={m.profile()} back={{ to: '/competitions', label: m.my_competitions() }}>
      <Tabs value={tab} onChange={(chosen) => chosen && onTab(chosen as ProfileTab)}>
        <Tabs.List>
          <Tabs.Tab value="profile">{m.profile()}</Tabs.Tab>
          <Tabs.Tab value="password">{m.password()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile" pt="md">
          <OwnProfile />
        </Tabs.Panel>
        <Tabs.Panel value="password" pt="md">
          <ChangePasswordForm />
        </Tabs.Panel>
      </Tabs>
      <p className="below">
        <Link to="/profile/security">{m.security()}</Link>
      </p>
    </Desk>
  );
}

function OwnProfile() {
  const waiting = (
    <WaitingPage>
      <Waiting height={24} />
    </WaitingPage>
  );
  return (
    <Reading of={useQuery(profile())} waiting={waiting}>
      {(data) => <ProfileForm key={data.email} initial={data} />}
    </Reading>
  );
}

/** Shows the account, and changes what its owner may change: names, and the language of mails. */
function ProfileForm({ initial }: { initial: Profile }) {
  const { formProps } = useCheckedForm({
    schema: profileUpdateSchema,
    send: (body) => perform(updateProfile, { body, said: m.profile_saved() }),
  });
  return (
    <Form {...formProps} className="card panel narrow">
      <AccountFacts account={initial} />
      <TextField name="first_name" label={m.first_name()} autoComplete="given-name" defaultValue={initial.first_name} />
      <TextField name="last_name" label={m.last_name()} autoComplete="family-name" defaultValue={initial.last_name} />
      <SelectField name="language" label={m.mail_language()} defaultValue={initial.language}>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>
      <FormEnd />
    </Form>
  );
}

/** Shows the address, whether it is verified, and the state of the account. */
function AccountFacts({ account }: { account: Profile }) {
  return (
    <>
      <dl className="facts stack-close">
        <div>
          <dt>{m.email()}</dt>
          <dd className="row">
            <span>{account.email}</span>
            <span className="pill" data-kind={account.email_verified ? 'good' : undefined}>
              {account.email_verified ? `✓ ${m.email_verified()}` : m.email_not_verified()}
            </span>
          </dd>
        </div>
        <Fact
          name={m.account_status()}
          value={account.account_status === 'active' ? m.account_active() : m.account_invited()}
        />
      </dl>
      {!account.email_verified && (
        <>
          <p>{m.account_invited_why()}</p>
          <ResendVerification email={() => account.email} />
        </>
      )}
    </>
  );
}
