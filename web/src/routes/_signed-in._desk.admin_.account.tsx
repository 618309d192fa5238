import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../features/administration/account.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/admin_/account')({
  head: titled(m.account_of),
  component: AccountPage,
});
