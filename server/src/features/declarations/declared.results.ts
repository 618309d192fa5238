import { categoryKey, type Gender } from '@dossard/contract/categories/category.schema.ts';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Held } from '@dossard/contract/declarations/hold.schema.ts';
import { type DeclaredResult, runningResult } from '@dossard/contract/declarations/result.state.schema.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import { fullName } from '../../access/account.store.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { putRow, updateRow } from '../../database/one.row.ts';
import { hasValues } from '../../tables/has.values.ts';
import { groupResults, type ListedName, officialLists } from '../../tables/result.tables.ts';

/** The declared state of a group, with what of its latest official list a live ranking is compared with. */
export interface StoredResult extends Group {
  declared: DeclaredResult;
  list: Pick<typeof officialLists.$inferSelect, 'ranking_sha256' | 'names'> | null;
  hold: Hold | null;
}

/** What the public does not see of a result (E12). */
export interface Hold {
  held: Held;
  held_at: string;
  release_at: string | null;
}

/** What organisers are told of a hold; null if nothing is held. */
export const describeHold = (hold: Hold | null): Pick<ManagedResult, 'held' | 'release_at'> => ({
  held: hold?.held ?? null,
  release_at: hold?.release_at ?? null,
});

/** Matches the rows of a group, however its category is spelled. */
export const isGroup = (
  table: typeof groupResults | typeof officialLists,
  competitionId: number,
  { category, gender }: Group,
) =>
  and(eq(table.competition_id, competitionId), eq(table.category_key, categoryKey(category)), eq(table.gender, gender));

/** Joins a group's latest official list. */
export const isLatest = hasValues(
  officialLists,
  pick(groupResults, 'competition_id', 'category_key', 'gender', 'revision'),
);

async function selectResults(db: Database, which: SQL | undefined): Promise<StoredResult[]> {
  const rows = await db
    .select({
      result: groupResults,
      published_at: officialLists.published_at,
      sha256: officialLists.sha256,
      list: { ranking_sha256: officialLists.ranking_sha256, names: officialLists.names },
    })
    .from(groupResults)
    .leftJoin(officialLists, isLatest)
    .where(which)
    .orderBy(asc(groupResults.category_key), asc(groupResults.gender));
  return rows.map(({ result, published_at, sha256, list }) => {
    const { category, gender, state, revision, complaints_until, held, held_at, release_at } = result;
    const declared = { state, revision, complaints_until, published_at, sha256 };
    return { category, gender, list, declared, hold: held && { held, held_at: held_at ?? '', release_at } };
  });
}

/**
 * Reads the declared states of a competition's groups, or of those of a category or a gender, by `groupKey`; undeclared
 * groups are absent.
 */
export async function getDeclaredResults(
  db: Database,
  competitionId: number,
  { category, gender }: { category?: string | undefined; gender?: Gender | undefined } = {},
): Promise<Map<string, StoredResult>> {
  const found = await selectResults(
    db,
    and(
      eq(groupResults.competition_id, competitionId),
      category === undefined ? undefined : eq(groupResults.category_key, categoryKey(category)),
      gender && eq(groupResults.gender, gender),
    ),
  );
  return new Map(found.map((result) => [groupKey(result), result]));
}

/** The result of a group that was never declared (E1). */
export const undeclared = ({ category, gender }: Group): StoredResult => ({
  category,
  gender,
  declared: runningResult,
  list: null,
  hold: null,
});

/** Reads the declared state of one group; an undeclared group is running (E1). */
export async function getDeclaredResult(db: Database, competitionId: number, group: Group): Promise<StoredResult> {
  const [found] = await selectResults(db, isGroup(groupResults, competitionId, group));
  return found ?? undeclared(group);
}

/** Stores values of a group's result, which keeps its others. */
export async function putResult(
  { tx, competition_id }: Write,
  { category, gender, declared: { state, revision } }: StoredResult,
  values: Partial<typeof groupResults.$inferInsert>,
): Promise<void> {
  const key = { competition_id, category_key: categoryKey(category), gender };
  await putRow(tx, groupResults, { ...key, category, state, revision, ...values }, values);
}

/** Whether the result of a rider's group is official. */
export async function isOfficial(db: Database, competitionId: number, group: Group): Promise<boolean> {
  const { declared } = await getDeclaredResult(db, competitionId, group);
  return declared.state === 'official';
}

/**
 * Removes a person's `names`, listed under one of their `bibs`, from the official lists, and the reasons of these lists,
 * which may name the rider; bibs, ranks and hashes stay (E7). Returns the SHA-256 of each of the lists.
 */
export async function eraseListedNames(
  { tx, competition_id }: Write,
  bibs: readonly number[],
  names: ReadonlySet<string>,
): Promise<Set<string>> {
  const isOfCompetition = eq(officialLists.competition_id, competition_id);
  const lists = await tx.select().from(officialLists).where(isOfCompetition).for('update');
  const erased = lists.flatMap((list) => eraseFromList(list, bibs, names) ?? []);
  for (const { names: left, reason, ...list } of erased)
    await updateRow(tx, officialLists, list, { names: left, reason });
  return new Set(erased.map(({ sha256 }) => sha256));
}

/** What of an official list may name a rider. */
export type ListOfNames = Pick<typeof officialLists.$inferSelect, 'names' | 'reason'>;

/** Returns an official list without a person's names; undefined if it does not name them. */
export function eraseFromList<List extends ListOfNames>(
  list: List,
  bibs: readonly number[],
  names: ReadonlySet<string>,
): List | undefined {
  const isOwn = ({ dossard, name }: ListedName) => bibs.includes(dossard) && name !== null && names.has(fullName(name));
  if (!list.names.some(isOwn)) return undefined;
  const left = list.names.map((listed) => (isOwn(listed) ? { ...listed, name: null } : listed));
  return { ...list, names: left, reason: list.reason === null ? null : '' };
}
