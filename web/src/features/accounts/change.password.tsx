import { changePassword } from '@dossard/contract/accounts/account.endpoints.ts';
import { passwordChangeSchema } from '@dossard/contract/accounts/account.schema.ts';
import { as } from '@dossard/contract/text/text.schema.ts';
import * as z from 'zod/mini';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';

/** The server's rule, and the password typed twice (V4). */
const confirmedChangeSchema = z.safeExtend(passwordChangeSchema, { confirmation: z.string() }).check(
  z.refine(({ new_password, confirmation }) => new_password === confirmation, {
    error: as('confirmation_differs'),
    path: ['confirmation'],
  }),
);

/** Changes the reader's own password, then clears the fields. */
export function ChangePasswordForm() {
  const { formProps } = useCheckedForm({
    schema: confirmedChangeSchema,
    send: ({ current_password, new_password }) => perform(changePassword, { body: { current_password, new_password } }),
    fieldOf: { wrong_current_password: 'current_password' },
    onDone: ({ message }) => {
      formProps.ref.current?.reset();
      toast('password', message, longToastMs);
    },
  });
  return (
    <Form {...formProps} className="card panel narrow">
      <PasswordInput name="current_password" label={m.current_password()} autoComplete="current-password" />
      <PasswordInput
        name="new_password"
        label={m.new_password()}
        autoComplete="new-password"
        hint={m.new_password_hint()}
      />
      <PasswordInput name="confirmation" label={m.confirm_password()} autoComplete="new-password" />
      <FormEnd action={m.change_password()} />
    </Form>
  );
}

/** The password form alone, for links that lead here. */
export default function ChangePasswordPage() {
  return (
    <Desk title={m.change_password()} back={{ to: '/profile', label: m.profile() }}>
      <ChangePasswordForm />
    </Desk>
  );
}
