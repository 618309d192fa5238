import { describe, expect, test } from 'vitest';
import { type CompetitionPermission, mayInCompetition, permissionsLost, roleMay } from './permissions.ts';

/** The table "Who may", repeated here: admin, editor, referee, viewer. */
const table: Record<CompetitionPermission, [boolean, boolean, boolean, boolean]> = {
  view_competition: [true, true, true, true],
  find_participant: [true, true, true, false],
  record_runs: [true, false, true, false],
  edit_runs: [true, true, false, false],
  see_ranking: [true, true, false, false],
  follow_ranking: [true, true, true, false],
  see_participants: [true, true, false, false],
  export_results: [true, true, false, false],
  manage_participants: [true, false, false, false],
  manage_zones: [true, false, false, false],
  invite_users: [true, false, false, false],
  manage_members: [true, false, false, false],
  manage_competition: [true, false, false, false],
};

describe('permissions in a competition (A1)', () => {
  test.each(Object.entries(table))('%s', (permission, expected) => {
    const roles = ['admin', 'editor', 'referee', 'viewer'] as const;
    expect(roles.map((role) => roleMay(role, permission as CompetitionPermission))).toEqual(expected);
    expect(roleMay(null, permission as CompetitionPermission)).toBe(false);
  });
});

test('an invited account has the permissions of a referee, also as editor or admin; a super administrator has all', () => {
  const invited = { account_status: 'invited' as const, global_permissions: [] };
  const permissions = Object.keys(table) as CompetitionPermission[];
  const held = (role: 'admin' | 'editor' | 'viewer') =>
    permissions.filter((one) => mayInCompetition(invited, role, one));
  expect(held('admin')).toEqual(['view_competition', 'find_participant', 'record_runs', 'follow_ranking']);
  expect(held('editor')).toEqual(held('admin'));
  expect(held('viewer')).toEqual(['view_competition']);
  const boss = { account_status: 'active' as const, global_permissions: ['super_admin' as const] };
  expect(permissions.every((one) => mayInCompetition(boss, null, one))).toBe(true);
  expect(permissions.some((one) => mayInCompetition(null, null, one))).toBe(false);
});

test('a change of role removes the permissions that the new role lacks', () => {
  expect(permissionsLost('editor', 'referee')).toEqual([
    'edit_runs',
    'see_ranking',
    'see_participants',
    'export_results',
  ]);
  expect(permissionsLost('referee', 'editor')).toEqual(['record_runs']);
  expect(permissionsLost('viewer', null)).toEqual(['view_competition']);
  expect(permissionsLost('viewer', 'admin')).toEqual([]);
});
