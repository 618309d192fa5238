import { parseChoice, type RawSearch } from '../../text/address.ts';

export type ProfileTab = 'profile' | 'password';

/** Which tab of the profile is open, as it stands in the address. */
export const profileSearch = (said: RawSearch): { tab?: ProfileTab | undefined } => ({
  tab: parseChoice(said.tab, ['profile', 'password']),
});
