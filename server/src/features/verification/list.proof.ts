import { isDeepStrictEqual } from 'node:util';
import { genderSchema } from '@dossard/contract/categories/category.schema.ts';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import { rankingRulesVersion } from '@dossard/contract/rankings/ranking.rules.ts';
import type { ListedRider, OfficialList } from '@dossard/contract/results/official.list.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { ChainedEntry, ChainProblem } from '../../chain/chain.check.ts';
import type { Database } from '../../database/client.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { sha256 } from '../../tools/sha256.ts';
import { hashRanking, rankingOf } from '../declarations/frozen.ranking.ts';
import type { CompetitionFacts } from '../history/history.facts.ts';
import { positionsOfDecisions } from '../history/past.decisions.ts';
import { addTies, ridersOf } from '../history/past.ranking.ts';
import { composeList, hashName } from '../results/official.list.ts';
import type { LoggedRows } from './logged.rows.ts';

type StoredList = typeof officialLists.$inferSelect;

/** The entry of a publication. */
const publicationSchema = z.object({
  category: z.string(),
  gender: genderSchema,
  revision: z.int(),
  sha256: z.string(),
  jury: z.optional(z.array(z.string())),
});

/** Why a list, or a part of it, cannot be computed again from the log. */
type Reason = 'names_erased' | 'older_rules' | 'linked_late' | 'round_before' | 'published_elsewhere';

/** What cannot be proven about an official list, and why. */
export interface UnprovenList {
  about: string;
  reason: Reason;
}

const keyOfList = (list: Group & { revision: number }) => `${groupKey(list)} ${list.revision}`;
const nameList = ({ category, gender, revision }: Group & { revision: number }) =>
  `official list ${category} ${gender}, revision ${revision}`;

/** What the latest publication of a revision says about its stored list. */
interface Published extends Group {
  revision: number;
  link: number;
  difference: Difference | 'not_stored';
}

/** How a list differs from the computed one: not at all, only in its ranks, or in its facts. */
type Difference = 'none' | 'ranks' | 'facts';

/** Checks the official lists of a competition against its log (H5): add entries in the order of their links. */
export async function createListProof(db: Database, competitionId: number) {
  const rows = await db.select().from(officialLists).where(eq(officialLists.competition_id, competitionId));
  const lists = new Map(rows.map((list) => [keyOfList(list), list]));
  const published = new Map<string, Published>();

  /** Computes the list that an entry publishes, from the rows of the log before it and the head before it. */
  async function add(entry: ChainedEntry, logged: LoggedRows, head: ChainHead): Promise<void> {
    const publication = entry.subject === 'result' ? publicationSchema.safeParse(entry.after).data : undefined;
    if (!publication) return;
    const { category, gender, revision, jury } = publication;
    const list = lists.get(keyOfList(publication));
    let difference: Published['difference'] = 'not_stored';
    if (list?.sha256 === publication.sha256 && isWhole(list, entry.reason, jury)) {
      const computed = await computeList(db, competitionId, { logged, group: publication, at: entry.at });
      difference = compareLists(JSON.parse(list.body), { ...computed, chain: head });
    }
    published.set(keyOfList(publication), { category, gender, revision, link: head.length + 1, difference });
  }

  /** Returns the first list that was altered, and those that the log cannot prove. */
  function end({ isShared, late }: { isShared: boolean; late: number }) {
    let problem: ChainProblem | undefined;
    const unproven: UnprovenList[] = [];
    for (const key of new Set([...published.keys(), ...lists.keys()])) {
      const [list, found] = [lists.get(key), published.get(key)];
      const about = nameList(found ?? (list as StoredList));
      if (!list || !found || found.difference === 'not_stored') {
        // Home publishes: its lists replace those of the same revision, and are logged there.
        if (isShared) unproven.push({ about, reason: 'published_elsewhere' });
        else problem ??= { kind: 'row', link: found?.link, about };
        continue;
      }
      const reason = explainDifference(list, found.difference, late);
      if (reason === 'altered') problem ??= { kind: 'list', link: found.link, about };
      else if (reason) unproven.push({ about, reason });
      if (list.names.some(({ name }) => name === null)) unproven.push({ about, reason: 'names_erased' });
    }
    return { problem, unproven };
  }

  return { add, end };
}

/** Explains why a list differs from the computed one; `altered` without an explanation. */
function explainDifference(list: StoredList, difference: Difference, late: number): Reason | 'altered' | undefined {
  if (difference === 'none') return undefined;
  const { rules_version, ranking_rule }: OfficialList = JSON.parse(list.body);
  if (rules_version !== rankingRulesVersion) return 'older_rules';
  if (late > 0) return 'linked_late';
  // Whether the relation of two rounds was suspended then is not in the log.
  if (difference === 'ranks' && ranking_rule.tie_breaks.includes('previous_round')) return 'round_before';
  return 'altered';
}

/** Whether the columns of a list belong together: its hashes, the names, and what the log says beside it. */
function isWhole({ body, names, ...list }: StoredList, reason: string | null, jury: string[] | undefined): boolean {
  if (sha256(body) !== list.sha256 || list.reason !== reason || !isDeepStrictEqual(list.jury, jury ?? [])) return false;
  const content: OfficialList = JSON.parse(body);
  const named = new Map(names.map(({ dossard, name }) => [dossard, name]));
  return (
    content.published_at === list.published_at &&
    hashRanking(rankingOf(content)) === list.ranking_sha256 &&
    content.rankings.every(({ dossard, name_sha256 }) => {
      const name = named.get(dossard);
      return name === null || (name !== undefined && hashName(name) === name_sha256);
    })
  );
}

async function computeList(
  db: Database,
  competitionId: number,
  { logged, group, at }: { logged: LoggedRows; group: Group; at: string },
) {
  const settings = logged.facts.competition.get(String(competitionId));
  if (!settings) return undefined;
  const moment = { competitionId, time: at, rule: settings.ranking_rule, jury: positionsOfDecisions(logged.decisions) };
  const riders = await addTies(db, moment, ridersOf(logged.facts, group));
  return composeList({ ...settings, id: competitionId }, group, riders, zonesOf(logged.facts));
}

/** Lists the zones as `listZonesOf`. */
const zonesOf = ({ zone, graduation }: CompetitionFacts): Zone[] =>
  [...zone]
    .map(([key, { name }]) => ({
      id: Number(key),
      name,
      graduations: [...graduation]
        .filter(([, { zone_id }]) => zone_id === Number(key))
        .map(([id, facts]) => ({ id: Number(id), ...facts })),
    }))
    .sort((a, b) => a.id - b.id);

type Computed = Omit<OfficialList, 'rankings' | 'revision' | 'published_at' | 'dossard_official_list'> & {
  rankings: ListedRider[];
};

function compareLists(list: OfficialList, computed: Partial<Computed>): Difference {
  const { competition, category, gender, ranking_rule, zones, chain } = list;
  const rankings = rankingOf(list);
  const facts = { competition, category, gender, ranking_rule, zones, chain };
  if (isDeepStrictEqual({ ...facts, rankings }, computed)) return 'none';
  const unranked = (riders: readonly ListedRider[] = []) =>
    riders.map(({ rank, decided_by, ...rider }) => rider).sort((a, b) => a.dossard - b.dossard);
  const isSame = isDeepStrictEqual(
    { ...facts, rankings: unranked(rankings) },
    { ...computed, rankings: unranked(computed.rankings) },
  );
  return isSame ? 'ranks' : 'facts';
}
