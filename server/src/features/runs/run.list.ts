import { doorNames, lastDoor } from '@dossard/contract/runs/doors.ts';
import { doubtfulWithinSec } from '@dossard/contract/runs/doubtful.runs.schema.ts';
import { type RunPlace, runKey } from '@dossard/contract/runs/run.key.ts';
import type { RunList, RunListQuery, RunSources } from '@dossard/contract/runs/run.list.schema.ts';
import { maxChronoSec, maxPenality } from '@dossard/contract/runs/run.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, count, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { checkOfRun, isInGroup, isShownRun, riderOfRun } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runChecks, runs } from '../../tables/run.tables.ts';
import { listNeighbours } from './doubtful.runs.ts';
import { findRuns } from './run.store.ts';

/* All runs of a competition for its organisers, in pages. */

/** Matches the runs that the contract's `doubtsAboutRun` finds unlikely (D1). */
const isUnlikely = or(
  sql`${sql.join(
    doorNames.map((door) => runs[door]),
    sql` and `,
  )} and ${runs.penality} > 0`,
  sql`(${runs.penality} >= ${maxPenality} or ${runs.chrono_sec} >= ${maxChronoSec}) and ${runs[lastDoor]}`,
  sql`${runs.penality} = 0 and ${runs.chrono_sec} < ${maxChronoSec} and not ${runs[lastDoor]}`,
);

/**
 * Selects the runs that are close to another one of their rider in their zone (D3); only those of `dossards` if given.
 */
function selectCloseRuns(db: Database, competitionId: number, dossards?: readonly number[]) {
  const run = listNeighbours(db, competitionId, dossards);
  return db
    .select({ dossard: run.dossard, run_number: sql<number>`unnest(array[${run.before_number}, ${run.run_number}])` })
    .from(run)
    .where(sql`${run.ridden_at} - ${run.before_at} <= make_interval(secs => ${doubtfulWithinSec})`);
}

/** Returns the minutes since midnight of `HH:MM`. */
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Matches runs by their time of day; a range with `from` later than `to` crosses midnight. */
function isAtTime({ from = '00:00', to = '23:59', utc_offset }: RunListQuery): SQL {
  const moment = sql`(${runs.ridden_at} at time zone 'UTC' + make_interval(mins => ${utc_offset}::int))`;
  const minute = sql`(extract(hour from ${moment}) * 60 + extract(minute from ${moment}))`;
  const [first, last] = [minuteOf(from), minuteOf(to)];
  return first <= last
    ? sql`${minute} between ${first}::int and ${last}::int`
    : sql`${minute} not between ${last + 1}::int and ${first - 1}::int`;
}

function matchesFilters(db: Database, competitionId: number, query: RunListQuery): SQL | undefined {
  const { zone, category, gender, referee, phone_id, dossard, from, to, odd, checked } = query;
  return and(
    isShownRun(competitionId),
    zone === undefined ? undefined : eq(runs.zone_id, zone),
    isInGroup(participants, { category, gender }),
    referee === undefined ? undefined : eq(runs.referee_name, referee),
    phone_id === undefined ? undefined : eq(runs.phone_id, phone_id),
    dossard === undefined ? undefined : eq(runs.dossard, dossard),
    from === undefined && to === undefined ? undefined : isAtTime(query),
    odd === 'true'
      ? or(isUnlikely, sql`(${runs.dossard}, ${runs.run_number}) in ${selectCloseRuns(db, competitionId)}`)
      : undefined,
    checked && sql`exists ${selectCheck(db)} = ${checked === 'true'}::boolean`,
  );
}

/** Selects the settled check of a run's present version. */
const selectCheck = (db: Database) =>
  db
    .select({ state: runChecks.state })
    .from(runChecks)
    .where(and(checkOfRun, ne(runChecks.state, 'differs')));

/** Lists one page of the matching runs, the latest first, and counts all of them. */
export async function listAllRuns(db: Database, competition: CompetitionRow, query: RunListQuery): Promise<RunList> {
  const matches = matchesFilters(db, competition.id, query);
  const [page, [counted]] = await Promise.all([
    db
      .select({
        ...pick(runs, 'dossard', 'run_number', 'phone_id'),
        ...pick(participants, 'first_name', 'last_name', 'category', 'gender'),
      })
      .from(runs)
      .innerJoin(participants, riderOfRun)
      .where(matches)
      .orderBy(desc(runs.ridden_at), asc(runs.dossard), asc(runs.run_number))
      .limit(query.limit)
      .offset(query.offset),
    db.select({ total: count() }).from(runs).innerJoin(participants, riderOfRun).where(matches),
  ]);
  return { runs: await completePage(db, competition, page), total: counted?.total ?? 0 };
}

/** Adds points, counting (R2) and closeness (D3) to the runs of a page. */
async function completePage<Row extends RunPlace>(db: Database, competition: CompetitionRow, page: readonly Row[]) {
  if (page.length === 0) return [];
  const dossards = page.map(({ dossard }) => dossard);
  const [scored, close] = await Promise.all([
    findRuns(db, competition, page),
    selectCloseRuns(db, competition.id, dossards),
  ]);
  const closeNames = new Set(close.map(runKey));
  return page.flatMap((row) => {
    const run = scored.get(runKey(row));
    // The run may have been removed since the page was read.
    return run ? [{ ...run, ...row, close_to_another: closeNames.has(runKey(row)) }] : [];
  });
}

/** Lists the referees of a competition's runs, and their phones. */
export async function listRunSources(db: Database, competitionId: number): Promise<RunSources> {
  const rows = await db
    .select({ referee_name: runs.referee_name, phone_id: runs.phone_id, runs: count() })
    .from(runs)
    .where(isShownRun(competitionId))
    .groupBy(runs.referee_name, runs.phone_id)
    .orderBy(asc(runs.referee_name));
  const phones = new Map<string, RunSources['phones'][number]>();
  for (const { referee_name, phone_id, runs: number } of rows) {
    if (!phone_id) continue;
    const known = phones.get(phone_id) ?? { phone_id, referee_names: [], runs: 0 };
    phones.set(phone_id, {
      phone_id,
      referee_names: [...known.referee_names, referee_name],
      runs: known.runs + number,
    });
  }
  return { referees: [...new Set(rows.map(({ referee_name }) => referee_name))], phones: [...phones.values()] };
}
