import { type CompetitionPermission, mayInCompetition, type Role } from '@dossard/contract/access/permissions.ts';
import type { Profile } from '@dossard/contract/accounts/account.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { profile } from '../queries/account.queries.ts';

/** Returns true if the reader has a permission in a competition. */
export type May = (permission: CompetitionPermission) => boolean;

/**
 * Returns what the reader may do with this role; `known` is false until the profile is loaded, or has failed: then the
 * role alone decides. It only decides what is shown: the server enforces the permissions.
 */
export function useMay(role: Role | null | undefined): { may: May; known: boolean } {
  const { data, isError } = useQuery(profile());
  return {
    may: (permission) => mayInCompetition(data ?? null, role ?? null, permission),
    known: data !== undefined || isError,
  };
}

/** Returns true if an account may create competitions; it only decides what is shown. */
export const mayCreate = ({ can_create_competitions }: Profile): boolean => can_create_competitions ?? true;

/** Admin sections to show; the server enforces the permissions. */
export function mayAdminister(reader: Profile | undefined): { passwords: boolean; everything: boolean } {
  const held = reader?.global_permissions ?? [];
  const everything = held.includes('super_admin');
  return { everything, passwords: everything || held.includes('manage_users') };
}
