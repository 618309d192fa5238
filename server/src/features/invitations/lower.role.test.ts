import type { Role } from '@dossard/contract/access/permissions.ts';
import {
  acceptInvitation,
  createInvitation,
  inviteReferee,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { listMembers, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { expect, it } from 'vitest';
import { linkIn, openMailBox } from '../../testing/mail.box.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Invitations of somebody whose role an admin lowers (A6): none of them gives it back. */

const clock = () => new Date('2027-06-12T12:00:00.000Z');
const house = await startTestApp({ clock, publicUrl: 'https://dossard.example' });
const box = await openMailBox(clock);
const { admin, competitionId } = await makeCompetition(house, 1);
const params = { id: competitionId };

const inviteAsAdmin = async (email: string): Promise<string> => {
  await admin.call(inviteReferee, { body: { competition_id: competitionId, email, role: 'admin' } });
  return linkIn(await box.take(house, email)).searchParams.get('token') ?? '';
};
const accept = async (caller: TestCaller, token: string) => {
  const { status, body } = await caller.call(acceptInvitation, { body: { token } });
  return status === 200 ? body.role : body.code;
};
const setRole = ({ id }: TestCaller, role: Role) => admin.call(updateMember, { params, body: { user_id: id, role } });
const roleOf = async ({ id }: TestCaller) => {
  const members: Member[] = (await admin.call(listMembers, { params })).body.users;
  return members.find((member) => member.id === id)?.role;
};

it.each([
  ['referee', 'referee'],
  ['editor', 'editor'],
  ['viewer', 'invalid_token'],
] as const)('one that was used answers a %s with %s', async (role, answer) => {
  const caller = await house.signIn();
  const token = await inviteAsAdmin(caller.email);
  expect(await accept(caller, token)).toBe('admin');
  await setRole(caller, role);
  expect([await accept(caller, token), await roleOf(caller)]).toEqual([answer, role]);
});

it('one that waits ends', async () => {
  const caller = await house.signIn();
  const { token: code } = (await admin.call(createInvitation, { params })).body;
  expect(await accept(caller, code)).toBe('referee');
  const token = await inviteAsAdmin(caller.email);
  await setRole(caller, 'viewer');
  expect(await accept(caller, token)).toBe('invalid_token');
});
