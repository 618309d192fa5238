import type { CompetitionCounts } from '@dossard/contract/competitions/competition.schema.ts';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { isPresent, isShownRun, rowOf } from '../../tables/joins.ts';
import { judgeLinks } from '../../tables/judge.tables.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, unresolvedRuns } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { listDoubtfulRuns } from './doubtful.runs.ts';

/** Counts the parts of a competition, without what is deleted. */
export async function countCompetition(db: Database, competition: CompetitionRow): Promise<CompetitionCounts> {
  const { id } = competition;
  const current = (table: typeof zones | typeof participants) => db.$count(table, isPresent(table, id));
  const waiting = and(eq(unresolvedRuns.competition_id, id), eq(unresolvedRuns.state, 'waiting'));
  const group = sql`(lower(${graduations.category}), ${graduations.gender})`;
  const [[grouped], doubtful, unresolved, zoneCount, riders, memberCount, judge_links, runCount] = await Promise.all([
    db
      .select({ groups: sql<number>`${count(sql`distinct ${group}`)}::int` })
      .from(graduations)
      .innerJoin(zones, rowOf(zones, graduations.competition_id, graduations.zone_id))
      .where(and(eq(graduations.competition_id, id), isPresent(zones, id))),
    listDoubtfulRuns(db, competition, { limit: 0 }),
    db.$count(unresolvedRuns, waiting),
    current(zones),
    current(participants),
    db.$count(members, eq(members.competition_id, id)),
    db.$count(judgeLinks, and(eq(judgeLinks.competition_id, id), isNull(judgeLinks.revoked_at))),
    db.$count(runs, isShownRun(id)),
  ]);
  return {
    zones: zoneCount,
    groups: grouped?.groups ?? 0,
    riders,
    members: memberCount,
    judge_links,
    runs: runCount,
    undecided: doubtful.total + unresolved,
  };
}
