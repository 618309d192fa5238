import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LoginPage } from '../features/accounts/login.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';

/** A path of this site only, so that a link cannot send people elsewhere after they signed in. */
const ownPath = z.string().check(z.regex(/^\/(?!\/)[^\\]*$/));

export const Route = createFileRoute('/login')({
  head: () => ({ meta: [{ title: `${m.sign_in()} – Dossard` }] }),
  validateSearch: z.object({ to: z.catch(z.optional(ownPath), undefined) }),
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: () => <LoginPage to={Route.useSearch().to} />,
});
