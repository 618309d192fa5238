import { type CompetitionPermission, type Role, roleMay } from '@dossard/contract/members/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { profile } from '../accounts/account.queries.ts';

/** Whether the reader carries a permission in a competition. */
export type May = (permission: CompetitionPermission) => boolean;

/**
 * What the reader may do where they have this role; a super administrator may everything. `known` is false while it is
 * still asked who reads. It only decides what is shown: the server decides what is done.
 */
export function useMay(role: Role | null | undefined): { may: May; known: boolean } {
  const { data } = useQuery(profile());
  const all = data?.global_permissions.includes('super_admin') ?? false;
  return { may: (permission) => all || roleMay(role ?? null, permission), known: data !== undefined };
}
