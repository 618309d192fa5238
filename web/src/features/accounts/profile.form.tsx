import { updateProfile } from '@dossard/contract/accounts/account.endpoints.ts';
import { type Profile, profileUpdateSchema } from '@dossard/contract/accounts/account.schema.ts';
import { languages } from '@dossard/contract/language/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { ResendVerification } from '../../desk/resend.verification.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { languageNames } from '../../ui/frame/reader.choices.tsx';
import { toast } from '../../ui/parts/toast.ts';
import styles from './profile.module.css';

/** Shows the account, and changes what its owner may change: names, and the language of mails. */
export function ProfileForm({ initial }: { initial: Profile }) {
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: profileUpdateSchema,
    send: (body) => callApi(updateProfile, { body }),
    onDone: async (changed) => {
      await storeAnswer(queryClient, profile(), changed);
      toast('profile', m.profile_saved());
    },
  });
  return (
    <form {...formProps} className={`card panel ${styles.panel}`}>
      <AccountFacts account={initial} />
      <TextField
        name="first_name"
        label={m.first_name()}
        problem={problems.first_name}
        autoComplete="given-name"
        defaultValue={initial.first_name}
      />
      <TextField
        name="last_name"
        label={m.last_name()}
        problem={problems.last_name}
        autoComplete="family-name"
        defaultValue={initial.last_name}
      />
      <SelectField
        name="language"
        label={m.mail_language()}
        problem={problems.language}
        defaultValue={initial.language}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>
      <FormEnd sending={sending} />
    </form>
  );
}

/** Shows the address, whether it is verified, and the state of the account. */
function AccountFacts({ account }: { account: Profile }) {
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{m.email()}</dt>
          <dd>
            <span className={styles.email}>{account.email}</span>
            <span className={styles.chip} data-good={account.email_verified || undefined}>
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
