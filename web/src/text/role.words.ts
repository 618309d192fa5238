import type { CompetitionPermission, Role } from '@dossard/contract/access/permissions.ts';
import { m } from '../paraglide/messages.js';

/** All roles, the one with the most permissions first. */
export const roles = ['admin', 'editor', 'referee', 'viewer'] as const satisfies readonly Role[];

const names = { admin: m.role_admin, editor: m.role_editor, referee: m.role_referee, viewer: m.role_viewer };
const abilities = {
  admin: m.role_admin_may,
  editor: m.role_editor_may,
  referee: m.role_referee_may,
  viewer: m.role_viewer_may,
};
const permissions = {
  view_competition: m.may_view_competition,
  find_participant: m.may_find_participant,
  record_runs: m.may_record_runs,
  edit_runs: m.may_edit_runs,
  see_ranking: m.may_see_ranking,
  follow_ranking: m.may_follow_ranking,
  see_participants: m.may_see_participants,
  export_results: m.may_export_results,
  manage_participants: m.may_manage_participants,
  manage_zones: m.may_manage_zones,
  invite_users: m.may_invite_users,
  manage_members: m.may_manage_members,
  manage_competition: m.may_manage_competition,
} satisfies Record<CompetitionPermission, () => string>;

export const roleWord = (role: Role): string => names[role]();

/** Describes the purpose of a role (A1). */
export const roleMeans = (role: Role): string => abilities[role]();

/** Describes a permission as an infinitive. */
export const permissionWord = (permission: CompetitionPermission): string => permissions[permission]();
