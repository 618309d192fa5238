import { compareGroups, type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { publicNamesOn, showNames } from '@dossard/contract/competitions/public.names.ts';
import { rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { type Completeness, countRuns } from '@dossard/contract/results/completeness.ts';
import type {
  GroupResult,
  ManagedResult,
  PublishedList,
  VerifiedList,
} from '@dossard/contract/results/result.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isInGroup, isPresent, riderOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { complaints, groupResults, officialLists } from '../../tables/result.tables.ts';
import {
  describeHold,
  getDeclaredResult,
  getDeclaredResults,
  isGroup,
  type StoredResult,
  undeclared,
} from '../declarations/declared.results.ts';
import { differsFromList, readList } from '../declarations/frozen.ranking.ts';
import { listRoster } from '../participants/participant.store.ts';
import type { RankingAnswers } from '../rankings/ranking.answers.ts';
import { listRiddenRiders } from '../rankings/ranking.store.ts';
import { countCheckedRuns } from '../runs/run.checks.ts';
import { listGroups, listZonesOf } from '../zones/zone.store.ts';

/** Lists the groups of graduations and riders, and declared ones: a group that was renamed keeps its lists. */
export async function listResultGroups(db: Database, competitionId: number): Promise<StoredResult[]> {
  const declared = await getDeclaredResults(db, competitionId);
  const ofZones = await listGroups(db, competitionId);
  const { category, gender } = participants;
  const ofRiders = await db
    .selectDistinct({ category, gender })
    .from(participants)
    .where(isPresent(participants, competitionId))
    .orderBy(category, gender);
  const groups = new Map<string, Group>();
  for (const group of [...ofZones, ...ofRiders, ...declared.values()]) {
    const key = groupKey(group);
    if (!groups.has(key)) groups.set(key, { category: group.category, gender: group.gender });
  }
  return [...groups]
    .map(([key, group]) => ({ ...(declared.get(key) ?? undeclared(group)), ...group }))
    .sort(compareGroups);
}

/** Lists the public results of a competition's groups. */
export async function listResultsOf(db: Database, competitionId: number): Promise<GroupResult[]> {
  const groups = await listResultGroups(db, competitionId);
  return groups.map(({ category, gender, declared }) => ({ category, gender, ...declared }));
}

/**
 * Lists the results of a competition's groups for organisers. Whether a ranking differs is read from cached rankings,
 * because the page polls after each run.
 */
export async function listManagedResults(
  db: Database,
  competition: CompetitionRow,
  rankings: RankingAnswers,
  now: Date,
): Promise<ManagedResult[]> {
  const [groups, count] = await Promise.all([listResultGroups(db, competition.id), runCounter(db, competition)]);
  const results = await Promise.all(
    groups.map(async ({ category, gender, declared, list, hold }) => {
      const group = { category, gender, ...describeHold(hold) };
      if (list === null) return { ...group, ...declared, differs: false };
      // Use the result that is stored with the ranking: a list published since must not be compared with an older
      // ranking.
      const { result } = await rankings.whole(competition, group, 'members', now);
      if (!result) throw new Error(`The ranking of ${groupKey(group)} has no result.`);
      return { ...group, ...result };
    }),
  );
  // Read last, so that no revision is missing; later ones are excluded.
  const revisions = await getRevisions(db, eq(officialLists.competition_id, competition.id));
  return results.map((result) => {
    const published = revisions.get(groupKey(result)) ?? [];
    return { ...result, ...count(result), revisions: published.filter(({ revision }) => revision <= result.revision) };
  });
}

/** Reads the result of one group for organisers, with the ranking as the transaction sees it. */
export async function getManagedResult(
  db: Database,
  competition: CompetitionRow,
  asked: Group,
): Promise<ManagedResult> {
  const { id, ranking_rule } = competition;
  const { category, gender, declared, list, hold } = await getDeclaredResult(db, id, asked);
  const group = { category, gender };
  const facts = { ...group, ...declared, ...describeHold(hold), ...(await runCounter(db, competition))(group) };
  if (list === null) return { ...facts, differs: false, revisions: [] };
  const revisions = await getRevisions(db, isGroup(officialLists, id, group));
  const differs = await differsNow(db, id, { ...group, list }, ranking_rule);
  return { ...facts, differs, revisions: revisions.get(groupKey(group)) ?? [] };
}

/** Returns a function that counts the runs of a group, of those expected (E11), and those that were checked (P5). */
export async function runCounter(
  db: Database,
  competition: CompetitionRow,
): Promise<(group: Group) => Completeness & { checked: number }> {
  const [riders, zones, checked] = await Promise.all([
    listRoster(db, competition.id),
    listZonesOf(db, competition.id),
    countCheckedRuns(db, competition.id),
  ]);
  return (group) => ({
    ...countRuns(group, riders, zones, competition),
    checked: checked.get(groupKey(group)) ?? 0,
  });
}

/** Reads the revisions of official lists, oldest first, by `groupKey`. */
async function getRevisions(db: Database, which: SQL | undefined): Promise<Map<string, ManagedResult['revisions']>> {
  const { category, gender, revision, published_at, sha256, reason, jury } = officialLists;
  const found = await db
    .select({ group: { category, gender }, listed: { revision, published_at, sha256, reason, jury } })
    .from(officialLists)
    .where(which)
    .orderBy(asc(revision));
  const byGroup = Map.groupBy(found, ({ group }) => groupKey(group));
  return new Map([...byGroup].map(([key, lists]) => [key, lists.map(({ listed }) => listed)]));
}

/** Whether the live ranking of a group differs from its official list (E5). */
async function differsNow(
  db: Database,
  competitionId: number,
  { category, gender, list }: Pick<StoredResult, 'category' | 'gender' | 'list'>,
  rule: RankingRule,
): Promise<boolean> {
  const riders = await listRiddenRiders(db, competitionId, { category, gender });
  return differsFromList(list, rankGroup(riders, rule), rule);
}

/** Names a revision of a group's official list. */
export interface ListKey {
  category: string;
  gender: string;
  revision: number;
}

/** Gets an official list as stored. Throws `list_not_found`. */
async function getStoredList(db: Database, competitionId: number, { category, gender, revision }: ListKey) {
  if (gender !== 'H' && gender !== 'F') throw new Refusal('list_not_found');
  const isList = and(isGroup(officialLists, competitionId, { category, gender }), eq(officialLists.revision, revision));
  const [found] = await db.select().from(officialLists).where(isList);
  if (!found) throw new Refusal('list_not_found');
  return found;
}

/** Gets an official list as the public may read it: none that was published while its group is held (E12). */
export async function getShownList(db: Database, competitionId: number, key: ListKey) {
  const stored = await getStoredList(db, competitionId, key);
  const { hold } = await getDeclaredResult(db, competitionId, stored);
  if (hold && stored.published_at >= hold.held_at) throw new Refusal('list_not_found');
  return stored;
}

/** Gets an official list with names: full names for members, and for the public as the competition shows them. */
export async function getPublishedList(
  db: Database,
  competition: CompetitionRow,
  key: ListKey,
  /** The date of a public request, `YYYY-MM-DD`; undefined for members. */
  publicDay?: string,
): Promise<PublishedList> {
  const stored = await (publicDay === undefined ? getStoredList : getShownList)(db, competition.id, key);
  const { declared, hold } = await getDeclaredResult(db, competition.id, stored);
  const outcomes = await listOutcomes(db, competition.id, stored);
  const shown = publicDay === undefined ? 'full' : publicNamesOn(publicDay, competition);
  return {
    list: readList(stored),
    ...pick(stored, 'sha256', 'reason', 'jury'),
    names: stored.names.map(({ dossard, name }) => ({
      dossard,
      erased: name === null,
      ...showNames(name ?? { first_name: '', last_name: '' }, shown),
      club: name?.club ?? null,
      salt: shown === 'full' ? (name?.salt ?? null) : null,
    })),
    complaints: outcomes.filter(({ decided_at }) => publicDay === undefined || !hold || decided_at < hold.held_at),
    revisions: declared.revision,
  };
}

/** Lists the outcomes of the complaints of a group, without their texts (E9). */
async function listOutcomes(db: Database, competitionId: number, group: Group) {
  const { dossard, state, decided_at } = complaints;
  const decided = await db
    .select({ dossard, outcome: state, decided_at })
    .from(complaints)
    .innerJoin(participants, riderOf(complaints))
    .where(and(eq(complaints.competition_id, competitionId), isInGroup(participants, group)))
    .orderBy(asc(decided_at), asc(complaints.id));
  return decided.flatMap(({ outcome, ...rest }) =>
    outcome === 'open' ? [] : [{ ...rest, outcome, decided_at: rest.decided_at ?? '' }],
  );
}

/** Finds the official list with this SHA-256 (E8). Throws `list_not_found`. */
export async function getListByHash(db: Database, sha256: string): Promise<VerifiedList> {
  const [found] = await db
    .select({ list: officialLists, competition_name: competitions.name, latest_revision: groupResults.revision })
    .from(officialLists)
    .innerJoin(competitions, eq(competitions.id, officialLists.competition_id))
    .innerJoin(groupResults, hasValues(groupResults, pick(officialLists, 'competition_id', 'category_key', 'gender')))
    .where(and(eq(officialLists.sha256, sha256), isNull(competitions.deleted_at)));
  if (!found) throw new Refusal('list_not_found');
  return { ...found.list, ...found };
}
