import type { Role } from '@dossard/contract/access/permissions.ts';
import { deleteMember, listMembers, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
let admin: TestCaller;
let competitionId: number;
beforeEach(async () => {
  ({ admin, competitionId } = await makeCompetition(house, 0));
});

const place = () => ({ params: { id: competitionId } });
const give = (by: TestCaller, user_id: number, role: string) =>
  by.call(updateMember, { ...place(), body: { user_id, role } });
const remove = (by: TestCaller, user_id: number) => by.call(deleteMember, { ...place(), body: { user_id } });
const rolesNow = async () =>
  Object.fromEntries(
    (await admin.call(listMembers, place())).body.users.map(({ id, role }: { id: number; role: Role }) => [id, role]),
  );
const refusal = ({ status, body }: TestAnswer) => [status, body.code];

test('members are listed by name, with the fields that the screen shows', async () => {
  const referee = await house.signInAs('referee', competitionId);
  const editor = await house.signInAs('editor', competitionId);
  await house.db.update(users).set({ last_name: 'arbitre' }).where(eq(users.id, referee.id));
  const { status, body } = await admin.call(listMembers, place());
  const camille = { first_name: 'Camille', last_name: 'Exemple', verified: true };
  expect([status, body.users]).toEqual([
    200,
    [
      { ...camille, id: referee.id, last_name: 'arbitre', email: referee.email, role: 'referee' },
      { id: admin.id, ...camille, email: admin.email, role: 'admin' },
      { id: editor.id, ...camille, email: editor.email, role: 'editor' },
    ],
  ]);
});

describe('PUT /competition/{id}/users/role', () => {
  test.each<[Role, Role]>([
    ['viewer', 'editor'],
    ['referee', 'admin'],
    ['admin', 'viewer'],
  ])('makes a %s a %s immediately', async (before, after) => {
    const member = await house.signInAs(before, competitionId);
    const answer = await give(admin, member.id, after);
    expect([answer.status, answer.body]).toMatchObject([200, { id: member.id, email: member.email, role: after }]);
    const mayRank = (await member.call(getRanking, place())).status === 200;
    expect(mayRank).toBe(after === 'admin' || after === 'editor');
  });

  it('changes nothing when the role is the same, and adds nothing to the history', async () => {
    const member = await house.signInAs('viewer', competitionId);
    expect((await give(admin, member.id, 'viewer')).status).toBe(200);
    expect((await give(admin, admin.id, 'admin')).status).toBe(200);
    const entries = await house.db
      .select()
      .from(auditLog)
      .where(
        and(eq(auditLog.competition_id, competitionId), eq(auditLog.subject, 'member'), eq(auditLog.action, 'update')),
      );
    expect(entries).toEqual([]);
  });

  it('is logged in the history, with old and new role', async () => {
    const member = await house.signInAs('viewer', competitionId);
    await give(admin, member.id, 'editor');
    const history = await house.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.competition_id, competitionId), eq(auditLog.subject, 'member')));
    expect(history).toMatchObject([
      { actor_id: admin.id, action: 'update', before: { role: 'viewer' }, after: { role: 'editor' } },
    ]);
  });

  it('keeps the last admin an admin', async () => {
    expect(refusal(await give(admin, admin.id, 'viewer'))).toEqual([409, 'last_admin']);
    expect((await give(admin, admin.id, 'admin')).status).toBe(200);
    const second = await house.signInAs('admin', competitionId);
    expect((await give(admin, admin.id, 'viewer')).status).toBe(200);
    expect(refusal(await give(second, second.id, 'referee'))).toEqual([409, 'last_admin']);
  });

  it('does not count an admin whose address is not verified', async () => {
    const invited = await house.signInAs('admin', competitionId);
    await house.db
      .update(users)
      .set({ account_status: 'invited', email_verified_at: null })
      .where(eq(users.id, invited.id));
    expect(refusal(await give(admin, admin.id, 'editor'))).toEqual([409, 'last_admin']);
  });

  test.each([
    [{ role: 'owner' }, 'role'],
    [{ role: 'admin', user_id: 'x' }, 'user_id'],
  ])('refuses %j', async (change, path) => {
    const answer = await admin.call(updateMember, { ...place(), body: { user_id: admin.id, ...change } });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path }]]);
  });
});

describe('DELETE /competition/{id}/users/remove', () => {
  it('removes the role immediately', async () => {
    const editor = await house.signInAs('editor', competitionId);
    const answer = await remove(admin, editor.id);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(refusal(await editor.call(getRanking, place()))).toEqual([404, 'competition_not_found']);
    expect(await rolesNow()).toEqual({ [admin.id]: 'admin' });
  });

  it('refuses to remove the last admin', async () => {
    expect(refusal(await remove(admin, admin.id))).toEqual([409, 'last_admin']);
  });

  // ASVS 2.3.4
  it('keeps one of two admins who remove each other at the same time', async () => {
    const second = await house.signInAs('admin', competitionId);
    const answers = await Promise.all([remove(admin, second.id), remove(second, admin.id)]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

test.each([updateMember, deleteMember])('$name finds members of this competition only', async (endpoint) => {
  const other = await makeCompetition(house, 0);
  for (const user_id of [other.admin.id, 999_999]) {
    const answer = await admin.call(endpoint, { ...place(), body: { user_id, role: 'admin' } });
    expect(refusal(answer)).toEqual([404, 'user_not_found']);
  }
});
