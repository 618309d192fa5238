import { m } from '../../paraglide/messages.js';
import { Desk } from '../../ui/frame/desk.tsx';
import { ChangePasswordForm } from './change.password.form.tsx';

/** The password alone, for whoever was sent here to change it. */
export function ChangePasswordPage() {
  return (
    <Desk title={m.change_password()} back={{ to: '/profile', label: m.profile() }}>
      <ChangePasswordForm />
    </Desk>
  );
}
