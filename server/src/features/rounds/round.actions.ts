import { isDeepStrictEqual } from 'node:util';
import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import { type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import { maxRelations } from '@dossard/contract/relations/relation.schema.ts';
import type {
  Follows,
  FollowsInput,
  StartOrder,
  StartOrderInput,
  TakenRider,
  TakenRiders,
} from '@dossard/contract/rounds/round.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import { type CompetitionRow, findAccess } from '../../access/competition.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { listRows, lockRows } from '../../database/rows.ts';
import { formatOrder } from '../../logged/logged.entry.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { isInGroup, isPresent } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { insertNewRiders, lockImports, recordNewRiders } from '../participants/rider.writes.ts';
import { getFollows, listStartOrder, planTakeOver } from './round.store.ts';

/** Key of the advisory lock for writes that link rounds. */
const roundsLock = 0x20d5;

/**
 * Sets which competition this one follows (R16). Throws `competition_not_found` unless the caller is admin there too,
 * and `rounds_circle`.
 */
export async function updateFollows(write: Write, caller: Caller, input: FollowsInput): Promise<Follows> {
  const { tx, competition_id } = write;
  await tx.execute(sql`select pg_advisory_xact_lock(${roundsLock})`);
  const follows = input.competition_id;
  const [earlier] = await listRows(tx, competitions, { id: competition_id });
  if (!earlier) throw new Refusal('competition_not_found');
  if (follows !== null) {
    await refuseUnlessAdmin(tx, follows, caller);
    await refuseCircle(tx, competition_id, follows);
    if (earlier.follows !== follows) await refuseManyFollowers(tx, follows);
  }
  const made = { follows_made_by: caller.id, follows_made_at: write.now.toISOString() };
  const values = { follows, follows_groups: follows === null ? [] : input.groups };
  const { follows: known, follows_groups } = earlier;
  const isSame = isDeepStrictEqual({ follows: known, follows_groups }, values);
  if (isSame) return getFollows(tx, earlier);
  return getFollows(tx, await storeFollows(write, earlier, { ...values, ...(follows === null ? noMaker : made) }));
}

const noMaker = { follows_made_by: null, follows_made_at: null };
type FollowsColumns = 'follows' | 'follows_groups' | 'follows_made_by' | 'follows_made_at';

/** Stores what a competition follows, on both sides, logs it and raises the version. */
async function storeFollows(
  write: Write,
  earlier: CompetitionRow,
  values: Partial<Pick<CompetitionRow, FollowsColumns>>,
): Promise<CompetitionRow> {
  const { tx, competition_id } = write;
  const { follows = earlier.follows } = values;
  if (earlier.follows !== follows) {
    if (earlier.follows !== null) await setFollower(tx, earlier.follows, competition_id, false);
    if (follows !== null) await setFollower(tx, follows, competition_id, true);
  }
  const after = await updateRow(tx, competitions, { id: competition_id }, values);
  if (!after) throw new Refusal('competition_not_found');
  const [before, now] = [await formatFollows(tx, earlier), await formatFollows(tx, after)];
  await recordChange(write, { action: 'update', subject: 'round', key: 'follows', before, after: now });
  await raiseVersion(write);
  return after;
}

/** Locks the competition that follows another one. Throws `relation_not_found` if it does not. */
async function lockFollower({ tx }: Write, follower: number, follows: number): Promise<CompetitionRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(${roundsLock})`);
  const [found] = await listRows(tx, competitions, { id: follower, follows });
  if (!found) throw new Refusal('relation_not_found');
  return found;
}

/**
 * Ends the relation between two rounds, for the admins of either (X3): the follower stands alone from then on. Throws
 * `relation_not_found`.
 */
export async function endFollowing(write: Write, follower: number, follows: number): Promise<void> {
  const earlier = await lockFollower(write, follower, follows);
  const values = { follows: null, follows_groups: [], ...noMaker };
  await storeFollows({ ...write, competition_id: follower }, earlier, values);
}

/** Puts the relation between two rounds under the caller's right, who is admin of both. Throws `relation_not_found`. */
export async function takeOverFollowing(write: Write, follower: number, follows: number): Promise<void> {
  const earlier = await lockFollower(write, follower, follows);
  const made = { follows_made_by: actorOf(write), follows_made_at: write.now.toISOString() };
  await storeFollows({ ...write, competition_id: follower }, earlier, made);
}

/** Throws `too_many_relations` when a competition has as many followers as it may (X4). */
async function refuseManyFollowers(tx: Transaction, follows: number): Promise<void> {
  const followers = await tx.$count(competitions, eq(competitions.follows, follows));
  if (followers >= maxRelations) throw new Refusal('too_many_relations', { values: { maximum: maxRelations } });
}

/** Throws `competition_not_found` unless the caller is admin of the previous round. */
async function refuseUnlessAdmin(tx: Transaction, before: number, caller: Caller): Promise<void> {
  const access = await findAccess(tx, before, caller.id);
  if (!access || !mayInCompetition(caller, access.role, 'manage_competition'))
    throw new Refusal('competition_not_found');
}

/** Throws `rounds_circle` when `follows` already follows this competition, directly or through others. */
async function refuseCircle(tx: Transaction, competitionId: number, follows: number): Promise<void> {
  const seen = new Set<number>();
  for (let next: number | null = follows; next !== null && !seen.has(next); ) {
    if (next === competitionId) throw new Refusal('rounds_circle');
    seen.add(next);
    const [row]: { follows: number | null }[] = await listRows(tx, competitions, { id: next });
    next = row?.follows ?? null;
  }
}

/** Stores with the previous round which competition follows it, so that its writes raise the follower's version too. */
async function setFollower(tx: Transaction, before: number, follower: number, follows: boolean): Promise<void> {
  const [row] = await lockRows(tx, competitions, { id: before });
  const others = (row?.followed_by ?? []).filter((id) => id !== follower);
  await updateRow(tx, competitions, { id: before }, { followed_by: follows ? [...others, follower] : others });
}

async function formatFollows(tx: Transaction, competition: CompetitionRow) {
  const { competition_name, groups } = await getFollows(tx, competition);
  const firsts = groups.map(({ category, gender, first }) => `${category} ${gender} ${first}`);
  const { follows: follows_id, follows_made_by: made_by } = competition;
  return { follows: competition_name, follows_id, made_by, groups: firsts.join(', ') };
}

/**
 * Copies the riders of the previous round with their bibs (R16); a dry run only plans it. Throws `no_round_before`, and
 * `competition_not_found` when the caller is no longer admin of the previous round.
 */
export async function takeOverRiders(write: Write, caller: Caller, isDryRun: boolean): Promise<TakenRiders> {
  const { tx, competition_id } = write;
  await lockImports(write);
  const [competition] = await listRows(tx, competitions, { id: competition_id });
  if (!competition?.follows || competition.follows_groups.length === 0) throw new Refusal('no_round_before');
  const { follows, follows_groups } = competition;
  await refuseUnlessAdmin(tx, follows, caller);
  const riders = await planTakeOver(tx, competition_id, follows, follows_groups);
  const added = riders.filter(({ outcome }) => outcome === 'added');
  if (isDryRun || riders.length === 0) return { riders, added: added.length };
  const before = await listStartOrder(tx, competition_id);
  const newRiders = added.map(toParticipant);
  await insertNewRiders(write, newRiders);
  const orders = follows_groups.map((group) => ({
    group,
    dossards: riders.flatMap((rider) =>
      rider.start_position !== null && isSameGroup(rider, group) ? [rider.dossard] : [],
    ),
  }));
  await lockGroups(write, follows_groups);
  for (const { group, dossards } of orders) await setStartOrder(write, group, dossards);
  await recordNewRiders(write, newRiders, (await getFollows(tx, competition)).competition_name ?? '');
  for (const { group, dossards } of orders) await recordOrder(write, group, orderOf(before, group), dossards);
  await raiseVersion(write);
  return { riders, added: added.length };
}

/** Returns the columns of a transferred rider; the licence is not copied. */
const toParticipant = (rider: TakenRider) => ({
  dossard_number: rider.dossard,
  ...pick(rider, 'first_name', 'last_name', 'club', 'category', 'gender'),
  licence: null,
});

/** Logs the start order of a group, if it has changed. */
async function recordOrder(write: Write, group: Group, before: readonly number[], after: readonly number[]) {
  if (isDeepStrictEqual(before, after)) return;
  const { category, gender } = group;
  await recordChange(write, {
    action: 'update',
    subject: 'round',
    key: `${category} ${gender}`,
    before: { category, gender, order: formatOrder(before) },
    after: { category, gender, order: formatOrder(after) },
  });
}

const orderOf = ({ groups }: StartOrder, group: Group): number[] =>
  groups.find((one) => isSameGroup(one, group))?.riders.map(({ dossard }) => dossard) ?? [];

/**
 * Sets the start order of a group; an empty list removes it. Throws `participant_not_found`, and `edit_conflict` when
 * the order has changed since the caller read it.
 */
export async function updateStartOrder(
  write: Write,
  { dossards, seen, ...group }: StartOrderInput,
): Promise<StartOrder> {
  const { tx, competition_id } = write;
  await lockImports(write);
  const before = await listStartOrder(tx, competition_id);
  refuseIfChanged({ seen, sent: { dossards }, current: { dossards: orderOf(before, group) } });
  if (isDeepStrictEqual(orderOf(before, group), dossards)) return before;
  await lockGroups(write, [group]);
  const found = await setStartOrder(write, group, dossards);
  if (found !== dossards.length) throw new Refusal('participant_not_found');
  await recordOrder(write, group, orderOf(before, group), dossards);
  await raiseVersion(write, [group]);
  return listStartOrder(tx, competition_id);
}

/** Matches the present riders of these groups. */
const isInGroups = ({ competition_id }: Write, groups: readonly Group[]) =>
  and(
    isPresent(participants, competition_id),
    or(sql`false`, ...groups.map((group) => isInGroup(participants, group))),
  );

/** Locks the riders of groups by bib, as everywhere; an update of many alone would lock them in any order. */
async function lockGroups(write: Write, groups: readonly Group[]): Promise<void> {
  await write.tx
    .select({ dossard: participants.dossard_number })
    .from(participants)
    .where(isInGroups(write, groups))
    .orderBy(asc(participants.dossard_number))
    .for('no key update');
}

/** Numbers the riders of a locked group from 1, and removes the number of the others; returns how many there are. */
async function setStartOrder(write: Write, group: Group, dossards: readonly number[]): Promise<number> {
  // Uses an array instead of a subquery, because a cluster updates rows on their own node.
  const place = sql<number | null>`array_position(${`{${dossards.join()}}`}::int[], dossard_number)`;
  const ridersOfGroup = await write.tx
    .update(participants)
    .set({ start_position: place })
    .where(isInGroups(write, [group]))
    .returning({ start_position: participants.start_position });
  return ridersOfGroup.filter(({ start_position }) => start_position !== null).length;
}
