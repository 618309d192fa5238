import { passwordLacks, strongPasswordSchema } from '@dossard/contract/accounts/account.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { PasswordInput } from '../../ui/fields/password.input.tsx';

const lackWords = {
  length: m.password_lacks_length,
  uppercase: m.password_lacks_uppercase,
  lowercase: m.password_lacks_lowercase,
  digit: m.password_lacks_digit,
};

interface Props {
  problem: string | undefined;
  name?: string;
  label?: string;
}

/** The password of a new account, with what it still lacks while it is typed (V3). */
export function NewPasswordInput({ problem, name = 'password', label = m.password() }: Props) {
  const [typed, setTyped] = useState('');
  const good = strongPasswordSchema.safeParse(typed).success;
  const hint = good ? `✓ ${m.password_meets_all()}` : sayLacks(typed);
  // The hint lists what the password lacks and follows the typing.
  const said = typed !== '' && hint !== '' ? '' : problem;
  return (
    <PasswordInput
      name={name}
      label={label}
      autoComplete="new-password"
      problem={good || problem === undefined ? undefined : said}
      hint={<span aria-live="polite">{hint}</span>}
      onType={setTyped}
    />
  );
}

function sayLacks(password: string): string {
  const lacks = passwordLacks(password).map((lack) => lackWords[lack]());
  return lacks.length > 0 ? m.password_lacks({ list: new Intl.ListFormat(getLocale()).format(lacks) }) : '';
}
