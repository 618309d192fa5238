import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailPage } from '../features/accounts/verify.email.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseToken } from '../text/address.ts';

export const Route = createFileRoute('/verify-email')({
  head: titled(m.verify_email),
  validateSearch: parseToken,
  component: () => <VerifyEmailPage token={Route.useSearch().token} />,
});
