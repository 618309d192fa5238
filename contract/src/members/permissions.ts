import * as z from 'zod/mini';

export const roleSchema = z.enum(['admin', 'editor', 'referee', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

export const globalPermissionSchema = z.enum(['super_admin', 'create_competition', 'manage_users']);
export type GlobalPermission = z.infer<typeof globalPermissionSchema>;

/** What each permission inside a competition is given to (spec §6, api "Who may"). */
const rolesOf = {
  view_competition: ['admin', 'editor', 'referee', 'viewer'],
  find_participant: ['admin', 'editor', 'referee'],
  record_runs: ['admin', 'referee'],
  edit_runs: ['admin', 'editor'],
  see_ranking: ['admin', 'editor'],
  see_participants: ['admin', 'editor'],
  export_results: ['admin', 'editor'],
  manage_participants: ['admin'],
  manage_zones: ['admin'],
  invite_users: ['admin'],
  manage_members: ['admin'],
  manage_competition: ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type CompetitionPermission = keyof typeof rolesOf;

/** Whether a role in a competition carries a permission there (spec §6). */
export function roleMay(role: Role | null, permission: CompetitionPermission): boolean {
  const roles: readonly Role[] = rolesOf[permission];
  return role !== null && roles.includes(role);
}
