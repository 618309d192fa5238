import { emailOnlySchema } from '@dossard/contract/accounts/account.schema.ts';
import { updatePassword } from '@dossard/contract/administration/administration.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { NoMail } from '../../ui/parts/no.mail.tsx';
import { CopyField } from '../../ui/parts/share.link.tsx';

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
export function ShownPassword({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const setting = useMutation({
    mutationFn: async (email: string) => {
      const new_password = createPassword();
      await perform(updatePassword, { body: { email, new_password } });
      return { email, new_password };
    },
  });
  function set() {
    const typed = emailOnlySchema.safeParse({ email: form.current && new FormData(form.current).get('email') });
    if (typed.success) setting.mutate(typed.data.email);
    else form.current?.requestSubmit();
  }
  return (
    <>
      <NoMail words={m.no_mail_password()} />
      <Button look="go" disabled={setting.isPending} onClick={set}>
        {m.admin_password_show()}
      </Button>
      {setting.error && <FailureAlert error={setting.error} />}
      {setting.data && (
        <CopyField
          label={m.new_password_of({ email: setting.data.email })}
          text={setting.data.new_password}
          hint={m.shown_this_once()}
          copyWord={m.copy_password()}
          isMain
        />
      )}
    </>
  );
}
