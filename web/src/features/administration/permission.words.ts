import type { GlobalPermission } from '@dossard/contract/access/permissions.ts';
import { m } from '../../paraglide/messages.js';

/** What each global permission is called. */
export const permissionNames: Record<GlobalPermission, () => string> = {
  create_competition: m.permission_create_competition,
  manage_users: m.permission_manage_users,
  super_admin: m.permission_super_admin,
};

/** What each global permission allows. */
export const permissionMeanings: Record<GlobalPermission, () => string> = {
  create_competition: m.permission_create_competition_may,
  manage_users: m.permission_manage_users_may,
  super_admin: m.permission_super_admin_may,
};
