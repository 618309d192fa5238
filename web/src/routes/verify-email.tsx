import { createFileRoute } from '@tanstack/react-router';
import { tokenSearch } from '../features/accounts/token.search.ts';
import { VerifyEmailPage } from '../features/accounts/verify.email.page.tsx';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/verify-email')({
  head: () => ({ meta: [{ title: `${m.verify_email()} – Dossard` }] }),
  validateSearch: tokenSearch,
  component: () => <VerifyEmailPage token={Route.useSearch().token} />,
});
