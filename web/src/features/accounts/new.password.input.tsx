import { passwordLacks, strongPasswordSchema } from '@dossard/contract/accounts/account.schema.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useProblem } from '../../ui/fields/form.state.ts';
import { PasswordInput } from '../../ui/fields/password.input.tsx';

interface Props {
  name?: string;
  label?: string;
  /** Said of a password that lacks nothing; another sentence where the server checks more than this page. */
  praise?: string;
}

/** The password of a new account, with a list of what it still lacks (V3). */
export function NewPasswordInput({ name = 'password', label = m.password(), praise = m.password_meets_all() }: Props) {
  const problem = useProblem(name);
  const [typed, setTyped] = useState('');
  const good = strongPasswordSchema.safeParse(typed).success;
  const lacks = formatLacks(typed);
  const isListed = typed !== '' && lacks !== '';
  const verdict = good && problem === undefined ? `✓ ${praise}` : '';
  return (
    <PasswordInput
      name={name}
      label={label}
      autoComplete="new-password"
      // The hint already lists what the password lacks, and updates while the reader types.
      problem={problem !== undefined && isListed ? '' : problem}
      hint={<span aria-live="polite">{lacks || verdict}</span>}
      onValue={setTyped}
    />
  );
}

function formatLacks(password: string): string {
  const lacks = passwordLacks(password).map((lack) => m.password_lack({ lack }));
  return lacks.length > 0 ? m.password_lacks({ list: new Intl.ListFormat(getLocale()).format(lacks) }) : '';
}
