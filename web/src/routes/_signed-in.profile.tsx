import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../features/accounts/profile.page.tsx';
import { profileSearch } from '../features/accounts/profile.search.ts';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/profile')({
  head: titled(m.profile),
  validateSearch: profileSearch,
  component: () => {
    const navigate = Route.useNavigate();
    const { tab = 'profile' } = Route.useSearch();
    return (
      <ProfilePage tab={tab} onTab={(next) => navigate({ search: { tab: next }, replace: true, resetScroll: false })} />
    );
  },
});
