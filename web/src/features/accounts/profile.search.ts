import { readChoice, type Said } from '../../ui/address.ts';

export type ProfileTab = 'profile' | 'password';

/** Which tab of the profile is open, as it stands in the address. */
export const profileSearch = (said: Said): { tab?: ProfileTab | undefined } => ({
  tab: readChoice(said.tab, ['profile', 'password']),
});
