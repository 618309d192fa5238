import { type Role, roleMay } from '@dossard/contract/access/permissions.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { and, eq } from 'drizzle-orm';
import { getCaller, refuseIfGone } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { lockCompetition, raiseRoundsMadeBy } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { insertNew, updateRow } from '../../database/one.row.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { roleChangedMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { refereePhones } from '../../tables/phone.table.ts';
import { seriesAdmins } from '../../tables/series.tables.ts';
import { revokeInvitationsOf } from './invitation.revocation.ts';
import { hasOtherAdmin, listMembersOf, memberColumns } from './member.store.ts';

/**
 * Changes a member's role; a lower one also ends the invitations that would raise it. Throws `user_not_found`,
 * `last_admin`.
 */
export async function updateMember(write: Write, userId: number, role: Role): Promise<Member> {
  const member = await lockMember(write, userId);
  if (member.role === role) return member;
  if (!roleMay(role, 'manage_members')) await refuseLastAdmin(write, member);
  await updateRow(write.tx, members, { competition_id: write.competition_id, user_id: userId }, { role });
  if (isHigher(member.role, role)) await revokeInvitationsOf(write, member);
  await recordMember(write, userId, 'update', { before: member, after: { ...member, role } });
  if (write.actor_id !== null && write.actor_id !== userId) await mailRole(write, userId, role);
  return { ...member, role };
}

/** Notifies a member of a role that somebody else gave them, or removed with null (S14). */
async function mailRole({ tx, competition_id, now }: Write, userId: number, role: Role | null): Promise<void> {
  const { email, email_verified, language } = await getCaller(tx, userId);
  // An unverified address gets no mail.
  if (!email_verified) return;
  const [named] = await tx.select().from(competitions).where(eq(competitions.id, competition_id));
  const competition = { id: competition_id, name: named?.name ?? '' };
  await queueMail(tx, email, roleChangedMail(language, competition, role), now);
}

/**
 * Removes a member, with their phones and the invitations that would let them back in. Throws `user_not_found`,
 * `last_admin`.
 */
export async function deleteMember(write: Write, userId: number): Promise<void> {
  const member = await lockMember(write, userId);
  await refuseLastAdmin(write, member);
  await write.tx
    .delete(refereePhones)
    .where(and(eq(refereePhones.competition_id, write.competition_id), eq(refereePhones.user_id, userId)));
  await write.tx.delete(members).where(isMember(write, userId));
  await revokeInvitationsOf(write, member);
  await recordMember(write, userId, 'delete', { before: member });
  if (write.actor_id !== userId) await mailRole(write, userId, null);
}

/** Removes all roles of an account that turned out to belong to another person. */
export async function leaveAllCompetitions(write: Write, userId: number): Promise<void> {
  const held = await write.tx
    .select({ competition_id: members.competition_id, ...memberColumns })
    .from(members)
    .innerJoin(users, eq(users.id, members.user_id))
    .where(eq(members.user_id, userId));
  await write.tx.delete(refereePhones).where(eq(refereePhones.user_id, userId));
  await write.tx.delete(members).where(eq(members.user_id, userId));
  await write.tx.delete(seriesAdmins).where(eq(seriesAdmins.user_id, userId));
  for (const { competition_id, ...before } of held) {
    // Invitations mailed to this address belong to its real owner.
    await revokeInvitationsOf({ ...write, competition_id }, { id: userId, email: null });
    await recordMember({ ...write, competition_id, actor_id: userId }, userId, 'delete', { before });
  }
}

/** Restores the role of a removed member. Throws `not_restorable` when the account was deleted. */
export async function restoreMember(write: Write, userId: number, role: Role): Promise<void> {
  const refuse = () =>
    refuseIfGone(write.tx, userId).catch((error) => {
      throw error instanceof Refusal ? new Refusal('not_restorable', { says: 'account_is_gone' }) : error;
    });
  // A role of a number without an account cannot be stored; one that is stored holds its account.
  await refuse();
  await write.tx.insert(members).values({ competition_id: write.competition_id, user_id: userId, role });
  await refuse();
  await recordMember(write, userId, 'restore', { after: await lockMember(write, userId) });
}

/** Roles from the lowest to the highest: an invitation raises a role and never lowers one. */
const rising: readonly Role[] = ['viewer', 'referee', 'editor', 'admin'];
const isHigher = (role: Role, other: Role) => rising.indexOf(role) > rising.indexOf(other);

/** Gives an account a role in a competition, unless it has a higher one; returns the resulting role. */
export async function createMember(write: Write, userId: number, role: Role): Promise<Role> {
  const row = { competition_id: write.competition_id, user_id: userId, role };
  const added = await insertNew(write.tx, members, row);
  if (added) await refuseIfGone(write.tx, userId);
  const member = await lockMember(write, userId);
  if (added) {
    await recordMember(write, userId, 'create', { after: member });
    return role;
  }
  return isHigher(role, member.role) ? (await updateMember(write, userId, role)).role : member.role;
}

/** Gives somebody else's account a role, unless it has a higher one, and notifies them by mail (S14). */
export async function grantRole(write: Write, userId: number, role: Role): Promise<void> {
  const [held] = await write.tx.select({ role: members.role }).from(members).where(isMember(write, userId));
  await createMember(write, userId, role);
  // `updateMember` mails a raised role itself.
  if (!held && write.actor_id !== userId) await mailRole(write, userId, role);
}

const isMember = ({ competition_id }: Write, userId: number) =>
  and(eq(members.competition_id, competition_id), eq(members.user_id, userId));

/**
 * Locks the competition, so that two admins cannot remove each other at the same time, and finds one of its members.
 */
async function lockMember(write: Write, userId: number): Promise<Member> {
  await lockCompetition(write);
  const found = (await listMembersOf(write.tx, write.competition_id)).find(({ id }) => id === userId);
  if (!found) throw new Refusal('user_not_found');
  return found;
}

async function refuseLastAdmin({ tx, competition_id }: Write, { id, role }: Member): Promise<void> {
  const isAdmin = roleMay(role, 'manage_members');
  if (isAdmin && !(await hasOtherAdmin(tx, competition_id, id))) throw new Refusal('last_admin');
}

/** Logs a role of a former account, which another one has now, or none with null: an undone reset moves it. */
export async function recordMovedRole(
  write: Write,
  { from, to, role }: { from: number; to: number | null; role: string },
): Promise<void> {
  const member = to === null ? { first_name: '', last_name: '', role } : await lockMember(write, to);
  await recordChange(write, { action: 'delete', subject: 'member', key: from, before: { ...member, id: from } });
  if (to !== null) await recordChange(write, { action: 'create', subject: 'member', key: to, after: member });
}

async function recordMember(
  write: Write,
  key: number,
  action: 'create' | 'update' | 'delete' | 'restore',
  facts: { before?: Member; after?: Member },
): Promise<void> {
  await recordChange(write, { action, subject: 'member', key, ...facts });
  await raiseRoundsMadeBy(write.tx, write.competition_id, key);
}
