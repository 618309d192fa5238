import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage, type ProfileTab } from '../features/accounts/profile.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseChoice } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/profile')({
  head: titled(m.profile),
  validateSearch: ({ tab }): { tab?: ProfileTab | undefined } => ({ tab: parseChoice(tab, ['profile', 'password']) }),
  component: () => {
    const navigate = Route.useNavigate();
    const { tab = 'profile' } = Route.useSearch();
    return (
      <ProfilePage tab={tab} onTab={(next) => navigate({ search: { tab: next }, replace: true, resetScroll: false })} />
    );
  },
});
