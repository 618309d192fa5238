import type { Profile } from '@dossard/contract/accounts/account.schema.ts';

/** What of the administration a reader may; it only decides what is shown. */
export function mayAdminister(reader: Profile | undefined): { passwords: boolean; everything: boolean } {
  const held = reader?.global_permissions ?? [];
  const everything = held.includes('super_admin');
  return { everything, passwords: everything || held.includes('manage_users') };
}
