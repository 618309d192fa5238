import { updateProfile } from '@dossard/contract/accounts/account.endpoints.ts';
import { type Profile, profileUpdateSchema } from '@dossard/contract/accounts/account.schema.ts';
import { languages } from '@dossard/contract/language/language.ts';
import { ResendVerification } from '../../desk/resend.verification.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { languageNames } from '../../ui/frame/reader.choices.tsx';
import styles from './profile.module.css';

/** Shows the account, and changes what its owner may change: names, and the language of mails. */
export function ProfileForm({ initial }: { initial: Profile }) {
  const { formProps } = useCheckedForm({
    schema: profileUpdateSchema,
    send: (body) => perform(updateProfile, { body }, { said: m.profile_saved() }),
  });
  return (
    <Form {...formProps} className={`card panel ${styles.panel}`}>
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
        <div>
          <dt>{m.account_status()}</dt>
          <dd>{account.account_status === 'active' ? m.account_active() : m.account_invited()}</dd>
        </div>
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
