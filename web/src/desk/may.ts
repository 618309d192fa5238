import { type CompetitionPermission, mayInCompetition } from '@dossard/contract/access/permissions.ts';
import type { Profile } from '@dossard/contract/accounts/account.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { profile } from '../queries/account.queries.ts';
import { competitionById } from '../queries/competition.queries.ts';

/** Returns true if the reader has a permission in a competition. */
export type May = (permission: CompetitionPermission) => boolean;

/**
 * Reads a competition, and what the reader may do there; `known` is false until the profile is loaded, or has failed: then
 * the role alone decides. It only decides what is shown: the server enforces the permissions.
 */
export function useCompetition(competitionId = Number.NaN) {
  const read = useQuery(competitionById(competitionId));
  const { data: reader, isError } = useQuery(profile());
  const may: May = (permission) => mayInCompetition(reader ?? null, read.data?.role ?? null, permission);
  return { read, competition: read.data, may, known: reader !== undefined || isError };
}

/** Returns true if an account may create competitions; it only decides what is shown. */
export const mayCreate = ({ can_create_competitions }: Profile): boolean => can_create_competitions ?? true;

/** Admin sections to show; the server enforces the permissions. */
export function mayAdminister(reader: Profile | undefined): { passwords: boolean; everything: boolean } {
  const held = reader?.global_permissions ?? [];
  const everything = held.includes('super_admin');
  return { everything, passwords: everything || held.includes('manage_users') };
}
