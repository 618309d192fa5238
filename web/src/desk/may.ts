import { type CompetitionPermission, mayInCompetition, type Role } from '@dossard/contract/access/permissions.ts';
import type { Profile } from '@dossard/contract/accounts/account.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { profile } from '../queries/account.queries.ts';

/** Whether the reader carries a permission in a competition. */
export type May = (permission: CompetitionPermission) => boolean;

/**
 * What the reader may do where they have this role. `known` is false while it is still asked who reads. It only decides what is shown: the server decides what is done.
 */
export function useMay(role: Role | null | undefined): { may: May; known: boolean } {
  const { data } = useQuery(profile());
  return {
    may: (permission) => mayInCompetition(data ?? null, role ?? null, permission),
    known: data !== undefined,
  };
}

/** Returns true if an account may create competitions; it only decides what is shown. */
export const mayCreate = ({ can_create_competitions }: Profile): boolean => can_create_competitions ?? true;

/** What of the administration a reader may; it only decides what is shown. */
export function mayAdminister(reader: Profile | undefined): { passwords: boolean; everything: boolean } {
  const held = reader?.global_permissions ?? [];
  const everything = held.includes('super_admin');
  return { everything, passwords: everything || held.includes('manage_users') };
}
