import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  getInvitation,
  inviteReferee,
  listInvitations,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { deleteMember, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { members } from '../../tables/member.table.ts';
import { linkIn, openMailBox } from '../../testing/mail.box.ts';
import { competitionInput, makeCompetition } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestCaller } from '../../testing/test.app.ts';

/* An invitation is valid only while its inviter may still invite, and not for members removed after it. */

const house = await startTestApp({ publicUrl: 'https://dossard.example' });
const box = await openMailBox(() => new Date());
let admin: TestCaller;
let id: number;
beforeEach(async () => {
  ({ admin, competitionId: id } = await makeCompetition(house, 1));
});

const qrToken = async (by = admin): Promise<string> => (await by.call(createInvitation, { params: { id } })).body.token;
async function mailToken(email: string, role?: string, by = admin): Promise<string> {
  await by.call(inviteReferee, { body: { competition_id: id, email, ...(role && { role }) } });
  return linkIn(await box.take(house, email)).searchParams.get('token') ?? '';
}
const accept = (caller: TestCaller, token: string) => caller.call(acceptInvitation, { body: { token } });
const remove = (user: TestCaller, by = admin) => by.call(deleteMember, { params: { id }, body: { user_id: user.id } });
const isRefused = ({ status, body }: TestAnswer) => status === 400 && body.code === 'invalid_token';
const newEmail = () => `${crypto.randomUUID()}@dossard.test`;
const pending = async () => (await admin.call(listInvitations, { params: { id } })).body.invitations;
const roleOf = async (user: TestCaller) =>
  (
    await house.db
      .select()
      .from(members)
      .where(and(eq(members.competition_id, id), eq(members.user_id, user.id)))
  )[0]?.role;

describe('a removed member', () => {
  it('cannot come back with a QR code or a mail from before the removal', async () => {
    const referee = await house.signInAs('referee', id);
    const tokens = [await qrToken(), await mailToken(referee.email)];
    await remove(referee);
    for (const token of tokens) expect(isRefused(await accept(referee, token))).toBe(true);
    expect(await roleOf(referee)).toBeUndefined();
  });

  it('comes back with an invitation from after it', async () => {
    const referee = await house.signInAs('referee', id);
    await remove(referee);
    expect((await accept(referee, await mailToken(referee.email))).status).toBe(200);
  });

  it('loses the invitations that they made, also as an admin who was only demoted', async () => {
    const [gone, lowered] = [await house.signInAs('admin', id), await house.signInAs('admin', id)];
    const tokens = [await qrToken(gone), await mailToken(newEmail(), undefined, gone)];
    const others = await mailToken(newEmail(), undefined, lowered);
    await remove(gone);
    await admin.call(updateMember, { params: { id }, body: { user_id: lowered.id, role: 'viewer' } });
    for (const token of [...tokens, others]) expect(isRefused(await accept(await house.signIn(), token))).toBe(true);
    expect(await pending()).toEqual([]);
  });

  it('keeps mailed invitations of other inviters valid', async () => {
    const token = await mailToken(newEmail());
    await remove(await house.signInAs('referee', id));
    expect((await accept(await house.signIn(), token)).status).toBe(200);
  });
});

describe('a pending invitation', () => {
  it('is listed without its token, until it is accepted or revoked', async () => {
    const [qr, email] = [await qrToken(), newEmail()];
    const mailed = await mailToken(email, 'editor');
    const listed = await pending();
    expect(listed).toMatchObject([
      { kind: 'qr', email: null, role: 'referee' },
      { kind: 'mail', email, role: 'editor' },
    ]);
    for (const token of [qr, mailed]) expect(JSON.stringify(listed)).not.toContain(token);
    const revoke = () => admin.call(deleteInvitation, { params: { id, invitation: listed[0].id } });
    expect([(await revoke()).status, (await revoke()).body.code]).toEqual([204, 'invitation_not_found']);
    expect(isRefused(await accept(await house.signIn(), qr))).toBe(true);
    expect((await accept(await house.signIn(), mailed)).status).toBe(200);
    expect(await pending()).toEqual([]);
  });

  it('of another competition cannot be revoked', async () => {
    const token = await qrToken();
    const [{ id: invitation }] = await pending();
    const other = await makeCompetition(house, 1);
    const answer = await other.admin.call(deleteInvitation, { params: { id: other.competitionId, invitation } });
    expect(answer.body.code).toBe('invitation_not_found');
    expect((await accept(await house.signIn(), token)).status).toBe(200);
  });

  it('shows what it is for before anything is typed, and nothing once it has expired', async () => {
    const token = await mailToken(newEmail(), 'admin');
    const look = () => house.visitor.call(getInvitation, { query: { token } });
    expect((await look()).body).toEqual({
      competition_id: id,
      competition_name: competitionInput.name,
      role: 'admin',
    });
    await accept(await house.signIn(), token);
    expect(isRefused(await look())).toBe(true);
    expect(isRefused(await house.visitor.call(getInvitation, { query: { token: 'x'.repeat(43) } }))).toBe(true);
  });
});

describe('an invitation to a role', () => {
  it.each([
    [undefined, undefined, 'referee'],
    ['editor', undefined, 'editor'],
    ['admin', undefined, 'admin'],
    ['admin', 'referee', 'admin'],
    ['editor', 'viewer', 'editor'],
    ['referee', 'editor', 'editor'],
    ['editor', 'admin', 'admin'],
  ] as const)('as %s for a member who is %s gives %s', async (invited, present, expected) => {
    const caller = present ? await house.signInAs(present, id) : await house.signIn();
    const answer = await accept(caller, await mailToken(caller.email, invited));
    expect([answer.status, answer.body.role, await roleOf(caller)]).toEqual([200, expected, expected]);
  });

  it('cannot be to another role', async () => {
    const body = { competition_id: id, email: newEmail(), role: 'super_admin' };
    expect((await admin.call(inviteReferee, { body })).body.errors).toMatchObject([{ path: 'role' }]);
  });
});
