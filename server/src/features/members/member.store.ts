import type { Role } from '@dossard/contract/access/permissions.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { recordChanges } from '../../audit/audit.log.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { refereePhones } from '../../tables/phone.table.ts';
import { revokeInvitationsOf } from './invitation.revocation.ts';

const columns = {
  id: users.id,
  first_name: users.first_name,
  last_name: users.last_name,
  email: users.email,
  role: members.role,
};

/** Lists the users with a role in a competition, by name. */
export function listMembersOf(db: Database, competitionId: number): Promise<Member[]> {
  return db
    .select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.user_id))
    .where(eq(members.competition_id, competitionId))
    .orderBy(asc(sql`lower(${users.last_name})`), asc(sql`lower(${users.first_name})`), asc(users.id));
}

/** Whose role, and who changes it. */
interface Change {
  competition_id: number;
  user_id: number;
  actor_id: number;
}

/** Gives a member another role. Throws `user_not_found`, `last_admin`. */
export async function changeRole(tx: Transaction, change: Change, role: Role): Promise<Member> {
  const member = await lockMember(tx, change);
  if (member.role === role) return member;
  if (role !== 'admin') await refuseLastAdmin(tx, change, member);
  await tx.update(members).set({ role }).where(isMember(change));
  await recordMember(tx, change, 'update', { before: member, after: { ...member, role } });
  return { ...member, role };
}

/** Takes a member's role away, with their phones and the invitations that would bring them back. Throws `user_not_found`, `last_admin`. */
export async function removeMember(tx: Transaction, change: Change): Promise<void> {
  const member = await lockMember(tx, change);
  await refuseLastAdmin(tx, change, member);
  await tx
    .delete(refereePhones)
    .where(and(eq(refereePhones.competition_id, change.competition_id), eq(refereePhones.user_id, change.user_id)));
  await tx.delete(members).where(isMember(change));
  await revokeInvitationsOf(tx, change.competition_id, member);
  await recordMember(tx, change, 'delete', { before: member });
}

/** Takes all roles of an account away, for one that turned out to be another person's. */
export async function leaveAllCompetitions(tx: Transaction, userId: number): Promise<void> {
  const held = await tx
    .select({ competition_id: members.competition_id, ...columns })
    .from(members)
    .innerJoin(users, eq(users.id, members.user_id))
    .where(eq(members.user_id, userId));
  await tx.delete(refereePhones).where(eq(refereePhones.user_id, userId));
  await tx.delete(members).where(eq(members.user_id, userId));
  for (const { competition_id, ...before } of held) {
    // Invitations mailed to this address belong to its real owner.
    await revokeInvitationsOf(tx, competition_id, { id: userId, email: null });
    await recordMember(tx, { competition_id, user_id: userId, actor_id: userId }, 'delete', { before });
  }
}

/** Gives a member who was removed their role again. */
export async function bringMemberBack(tx: Transaction, change: Change, role: Role): Promise<void> {
  const { competition_id, user_id } = change;
  await tx.insert(members).values({ competition_id, user_id, role });
  await recordMember(tx, change, 'restore', { after: await lockMember(tx, change) });
}

/** Roles from the lowest to the highest: an invitation raises a role and never lowers one. */
const rising: readonly Role[] = ['viewer', 'referee', 'editor', 'admin'];

/** Gives an account a role in a competition, unless it has a higher one; returns the role it has then. */
export async function addMember(tx: Transaction, change: Change, role: Role): Promise<Role> {
  const { competition_id, user_id } = change;
  const [added] = await tx.insert(members).values({ competition_id, user_id, role }).onConflictDoNothing().returning();
  const member = await lockMember(tx, change);
  if (added) {
    await recordMember(tx, change, 'create', { after: member });
    return role;
  }
  const isHigher = rising.indexOf(role) > rising.indexOf(member.role);
  return isHigher ? (await changeRole(tx, change, role)).role : member.role;
}

const isMember = ({ competition_id, user_id }: Change) =>
  and(eq(members.competition_id, competition_id), eq(members.user_id, user_id));

/** Holds the competition, so that two admins cannot remove each other at once, and finds one of its members. */
async function lockMember(tx: Transaction, change: Change): Promise<Member> {
  await tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(eq(competitions.id, change.competition_id))
    .for('update');
  const found = (await listMembersOf(tx, change.competition_id)).find(({ id }) => id === change.user_id);
  if (!found) throw new Refusal('user_not_found');
  return found;
}

/** An admin whose address is not verified may only referee, so another one has to stay. */
async function refuseLastAdmin(tx: Transaction, { competition_id, user_id }: Change, member: Member): Promise<void> {
  if (member.role !== 'admin') return;
  const admins = await tx
    .select({ id: users.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.user_id))
    .where(
      and(eq(members.competition_id, competition_id), eq(members.role, 'admin'), eq(users.account_status, 'active')),
    );
  if (admins.every(({ id }) => id === user_id)) throw new Refusal('last_admin');
}

async function recordMember(
  tx: Transaction,
  { competition_id, user_id, actor_id }: Change,
  action: 'create' | 'update' | 'delete' | 'restore',
  facts: { before?: Member; after?: Member },
): Promise<void> {
  await recordChanges(tx, [{ competition_id, actor_id, action, subject: 'member', subject_key: user_id, ...facts }]);
}
