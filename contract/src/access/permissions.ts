import * as z from 'zod/mini';

export const roleSchema = z.enum(['admin', 'editor', 'referee', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

export const globalPermissionSchema = z.enum(['super_admin', 'create_competition', 'manage_users']);
export type GlobalPermission = z.infer<typeof globalPermissionSchema>;

/** The roles that have each permission inside a competition (A1). */
const rolesOf = {
  view_competition: ['admin', 'editor', 'referee', 'viewer'],
  find_participant: ['admin', 'editor', 'referee'],
  record_runs: ['admin', 'referee'],
  edit_runs: ['admin', 'editor'],
  see_ranking: ['admin', 'editor'],
  follow_ranking: ['admin', 'editor', 'referee'],
  see_participants: ['admin', 'editor'],
  export_results: ['admin', 'editor'],
  manage_participants: ['admin'],
  manage_zones: ['admin'],
  invite_users: ['admin'],
  manage_members: ['admin'],
  manage_competition: ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type CompetitionPermission = keyof typeof rolesOf;

/** Whether a role in a competition has a permission there (A1). */
export function roleMay(role: Role | null, permission: CompetitionPermission): boolean {
  const roles: readonly Role[] = rolesOf[permission];
  return role !== null && roles.includes(role);
}

/** Lists the roles that have a permission, highest first. */
export const rolesWith = (permission: CompetitionPermission): Role[] => [...rolesOf[permission]];

/** Permissions a member loses when their role changes; `null` means removed. */
export function permissionsLost(from: Role | null, to: Role | null): CompetitionPermission[] {
  const permissions = Object.keys(rolesOf) as CompetitionPermission[];
  return permissions.filter((permission) => roleMay(from, permission) && !roleMay(to, permission));
}

/** The properties of an account that decide its permissions in a competition. */
interface Account {
  account_status: 'active' | 'invited';
  global_permissions: readonly GlobalPermission[];
}

/**
 * Whether an account with this role has a permission in a competition; a super administrator has all. An invited
 * account has those of a referee at most, also as editor or admin, until its address is verified (A4).
 */
export function mayInCompetition(
  account: Account | null,
  role: Role | null,
  permission: CompetitionPermission,
): boolean {
  if (account?.global_permissions.includes('super_admin')) return true;
  const isBounded = account?.account_status === 'invited';
  return roleMay(isBounded && role !== null && role !== 'viewer' ? 'referee' : role, permission);
}
