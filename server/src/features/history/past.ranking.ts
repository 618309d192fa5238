import { categoryKey, type Group } from '@dossard/contract/categories/category.schema.ts';
import type { RankingAtQuery } from '@dossard/contract/history/history.schema.ts';
import { type Rider, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import { defaultRankingRule, type RankingEntry, type RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { riderOfKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { entryOf } from '../rankings/ranking.answers.ts';
import { type Filter, type RankingRider, readTieFacts } from '../rankings/ranking.store.ts';
import { changedNames, changesOf, pickNames } from './history.facts.ts';
import { type CompetitionFacts, readPresent } from './present.store.ts';

/** Computes the ranking as it was at a time: how things stand now, with every later entry of the history undone. */
export async function rankAt(
  db: Database,
  competition: CompetitionRow,
  query: RankingAtQuery,
): Promise<{ rankings: RankingEntry[]; total: number; version: number }> {
  const past = await db.transaction((tx) => readPast(tx, competition.id, query.time), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  // What decides ties beside the runs is that of now.
  const ties = await readTieFacts(db, competition.id);
  const [settings] = past.competition.values();
  const rule = (settings?.ranking_rule ?? defaultRankingRule) as RankingRule;
  const entries = rankGroup(
    ridersOf(past, query).map((rider) => ({ ...rider, ...ties(rider.dossard) })),
    rule,
  ).map((ranked) => entryOf(ranked, 'full'));
  const { page, page_size } = query;
  return {
    rankings: entries.slice((page - 1) * page_size, page * page_size),
    total: entries.length,
    version: competition.version,
  };
}

/** Reads how a competition stood at a moment, to the millisecond of the history. */
async function readPast(db: Database, competitionId: number, time: string): Promise<CompetitionFacts> {
  const facts = await readPresent(db, competitionId);
  const later = await db
    .select({ subject: auditLog.subject, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.competition_id, competitionId), gt(auditLog.at, sql`${time}::timestamptz`)))
    .orderBy(desc(auditLog.id));
  for (const entry of later) {
    for (const change of changesOf(entry)) {
      const { kind, key, before, after } = change;
      const rows: Map<string, object> = facts[kind];
      // An import knows no status: only what an entry changed is put back.
      if (before && after) rows.set(key, { ...rows.get(key), ...pickNames(before, changedNames(change)) });
      else if (before) rows.set(key, before);
      else rows.delete(key);
    }
  }
  return facts;
}

/** The riders that match, each with their runs and the runs' points. */
function ridersOf({ participant, run, graduation }: CompetitionFacts, filter: Filter): RankingRider[] {
  const runsOf = new Map<string, Rider['runs'][number][]>();
  const offered = new Map<unknown, Graduation[]>();
  for (const [key, facts] of graduation) {
    offered.set(facts.zone_id, [...(offered.get(facts.zone_id) ?? []), { id: Number(key), ...facts }]);
  }
  for (const [key, facts] of run) {
    const dossard = riderOfKey(key);
    const rider = participant.get(dossard) as Group | undefined;
    const inZone = offered.get(facts.zone_id) ?? [];
    const points = pointsOfRun(facts, rider && graduationFor(inZone, rider));
    const { zone_id, penality, chrono_sec } = facts;
    runsOf.set(dossard, [...(runsOf.get(dossard) ?? []), { zone_id, penality, chrono_sec, points }]);
  }
  const wanted = filter.category === undefined ? undefined : categoryKey(filter.category);
  return [...participant].flatMap(([dossard, facts]) => {
    const { category, gender, first_name, last_name, club, status } = facts;
    if (wanted !== undefined && categoryKey(category) !== wanted) return [];
    if (filter.gender !== undefined && filter.gender !== gender) return [];
    const rider = { dossard: Number(dossard), category, gender, first_name, last_name, club, status };
    return [{ ...rider, runs: runsOf.get(dossard) ?? [] }];
  });
}
