import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Skeleton } from '../../ui/parts/skeleton.tsx';
import { WaitingPage } from '../../ui/parts/waiting.tsx';
import { ChangePasswordForm } from './change.password.tsx';
import { ProfileForm } from './profile.form.tsx';
import styles from './profile.module.css';

export type ProfileTab = 'profile' | 'password';

/** The reader's account and password. */
export function ProfilePage({ tab, onTab }: { tab: ProfileTab; onTab: (tab: ProfileTab) => void }) {
  return (
    <Desk title={m.profile()} back={{ to: '/competitions', label: m.my_competitions() }}>
      <Tabs value={tab} onChange={(chosen) => chosen && onTab(chosen as ProfileTab)} className={styles.tabs}>
        <Tabs.List>
          <Tabs.Tab value="profile">{m.profile()}</Tabs.Tab>
          <Tabs.Tab value="password">{m.password()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile" pt="md">
          <OwnProfile />
        </Tabs.Panel>
        <Tabs.Panel value="password" pt="md">
          <ChangePasswordForm />
        </Tabs.Panel>
      </Tabs>
      <p>
        <Link to="/profile/security">{m.security()}</Link>
      </p>
    </Desk>
  );
}

function OwnProfile() {
  const waiting = (
    <WaitingPage>
      <Skeleton height={24} />
    </WaitingPage>
  );
  return (
    <Reading of={useQuery(profile())} waiting={waiting}>
      {(data) => <ProfileForm key={data.email} initial={data} />}
    </Reading>
  );
}
