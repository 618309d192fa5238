import { formatGroupLaps } from '@dossard/contract/competitions/laps.ts';
import {
  type History,
  type HistoryAction,
  type HistoryEntry,
  type HistoryKind,
  type HistoryQuery,
  type HistoryValues,
  historyKindSchema,
} from '@dossard/contract/history/history.schema.ts';
import { riderOfKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { startPlanSchema } from '@dossard/contract/starts/start.plan.schema.ts';
import { formatStartPlan } from '@dossard/contract/starts/start.times.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { and, asc, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import { fullName } from '../../access/account.store.ts';
import { readFormerNumbers } from '../../access/former.numbers.ts';
import type { Database } from '../../database/client.ts';
import { readSnapshot } from '../../database/round.trips.ts';
import { type Facts, isRow } from '../../logged/logged.entry.ts';
import { columnsOf, type FactsOf, loggedKinds } from '../../logged/logged.kinds.ts';
import { users } from '../../tables/account.tables.ts';
import { type AuditRow, auditLog } from '../../tables/audit.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { zones } from '../../tables/zone.tables.ts';
import {
  type CompetitionFacts,
  changesOf,
  countTouched,
  movedRuns,
  type PresentFacts,
  readFacts,
} from './history.facts.ts';
import { selectLog } from './log.store.ts';
import { findObstacle, type RiderEntry } from './obstacles.ts';
import { getPresentFacts } from './rows.store.ts';

/** Lists the entries about participants after a given one, oldest first. */
export function listLaterOfRiders(db: Database, competitionId: number, entryId: number): Promise<RiderEntry[]> {
  const isLater = and(eq(auditLog.subject, 'participant'), gt(auditLog.id, entryId));
  return selectLog(db, competitionId, isLater).orderBy(asc(auditLog.id));
}

/** Lists a page of a competition's history, newest first, and which entries can be undone now. */
export function listHistoryOf(db: Database, competitionId: number, page: HistoryQuery): Promise<History> {
  return readSnapshot(db, async (tx) => {
    const isOfKind = inArray(auditLog.subject, page.kind ? [page.kind] : historyKindSchema.options);
    const isBefore = page.before === undefined ? undefined : lt(auditLog.id, page.before);
    const rows = await selectLog(tx, competitionId, isOfKind, isBefore)
      .orderBy(desc(auditLog.id))
      .limit(page.limit + 1);
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    if (!last) return { entries: [], next: null };
    const surroundings = await getSurroundings(tx, competitionId, shown, last.id);
    return {
      entries: shown.map((row) => describeEntry(row, surroundings)),
      next: rows.length > page.limit ? last.id : null,
    };
  });
}

/** Formats given entries, oldest first. */
export async function describeRows(
  db: Database,
  competitionId: number,
  rows: readonly AuditRow[],
): Promise<HistoryEntry[]> {
  const [first] = rows;
  if (!first) return [];
  const surroundings = await getSurroundings(db, competitionId, rows, first.id);
  return rows.map((row) => describeEntry(row, surroundings));
}

/** The data needed to format an entry: names, and the current rows. */
interface Surroundings {
  present: PresentFacts;
  people: Map<number, { id: number; first_name: string; last_name: string }>;
  zoneNames: Map<string, string>;
  /** Riders by bib, including removed ones. */
  riders: Map<string, FactsOf['participant']>;
  laterOfRiders: RiderEntry[];
}

async function getSurroundings(
  db: Database,
  competitionId: number,
  rows: readonly AuditRow[],
  oldest: number,
): Promise<Surroundings> {
  const actors = [...new Set(rows.flatMap(({ actor_id }) => (actor_id === null ? [] : [actor_id])))];
  const riders = await db.select().from(participants).where(eq(participants.competition_id, competitionId));
  const named = await db.select().from(zones).where(eq(zones.competition_id, competitionId));
  return {
    present: await getPresentFacts(db, competitionId),
    people: await findPeople(db, actors),
    riders: new Map(riders.map((rider) => [String(rider.dossard_number), rider])),
    zoneNames: new Map(named.map(({ id, name }) => [String(id), name])),
    laterOfRiders: await listLaterOfRiders(db, competitionId, oldest),
  };
}

/** Finds the accounts with these numbers, present or former, that were not deleted. */
async function findPeople(db: Database, numbers: readonly number[]): Promise<Surroundings['people']> {
  const find = (ids: readonly number[]) =>
    db
      .select({ id: users.id, first_name: users.first_name, last_name: users.last_name })
      .from(users)
      .where(and(inArray(users.id, [...ids]), isNull(users.deleted_at)));
  const people = new Map((await find(numbers)).map((person) => [person.id, person]));
  if (numbers.every((number) => people.has(number))) return people;
  const former = await readFormerNumbers(db);
  const renumbered = new Map((await find([...former.values()])).map((person) => [person.id, person]));
  for (const [number, present] of former) {
    const person = renumbered.get(present);
    if (person) people.set(number, person);
  }
  return people;
}

function describeEntry(row: AuditRow, surroundings: Surroundings): HistoryEntry {
  const kind = row.subject as HistoryKind;
  const changes = changesOf(row);
  const describe = (value: unknown) => (isRow(value) ? describeFacts(kind, value, surroundings) : null);
  const action = row.action as HistoryAction;
  return {
    ...row,
    actor: (row.actor_id !== null && surroundings.people.get(row.actor_id)) || null,
    judge: judgeOf(row),
    action,
    subject: { kind, key: row.subject_key, name: nameOfSubject(kind, row, surroundings) },
    before: describe(row.before),
    after: describe(row.after),
    touched: countTouched(changes, movedRuns(row).length),
    restorable: findObstacle({ ...row, changes }, surroundings.present, surroundings.laterOfRiders) === undefined,
  };
}

/** Names who recorded a run without an account here, as a judge with a link; null for any other entry. */
function judgeOf({ actor_id, subject, action, after }: AuditRow): string | null {
  const isJudged = actor_id === null && subject === 'run' && action === 'create';
  return isJudged && isRow(after) && typeof after.referee_name === 'string' ? after.referee_name : null;
}

const nameOrNull = (row: Parameters<typeof fullName>[0] | undefined) => (row ? fullName(row) : null);

/** Returns the name of an entry's subject; for a run, the rider's current name. */
function nameOfSubject(
  kind: HistoryKind,
  { before, after, subject_key }: AuditRow,
  { riders, zoneNames }: Surroundings,
) {
  const row = isRow(after) ? after : isRow(before) ? before : undefined;
  switch (loggedKinds[kind].named) {
    case 'rider':
      return nameOrNull(riders.get(riderOfKey(subject_key)));
    case 'person':
      return nameOrNull(row);
    case 'zone':
      return zoneNames.get(String(row?.zone_id)) ?? null;
    case 'own':
      return typeof row?.name === 'string' ? row.name : null;
  }
}

/** Picks the columns of a row that organisers see, as plain values. */
function describeFacts(kind: HistoryKind, row: Facts, { present, riders, zoneNames }: Surroundings): HistoryValues {
  const values: HistoryValues = {};
  for (const name of columnsOf(kind)) {
    const value = row[name] ?? null;
    if (name === 'ranking_rule') Object.assign(values, describeRule(value));
    else if (name === 'laps_of_groups') values[name] = Array.isArray(value) ? formatGroupLaps(value) : '';
    else if (name === 'start_plan') values[name] = describePlan(value);
    else if (typeof value !== 'object' || value === null) values[name] = value as string | number | boolean | null;
  }
  if ('zone_id' in values) values.zone_name = zoneNames.get(String(row.zone_id)) ?? null;
  if (kind === 'run') values.points = pointsNow(readFacts('run', row), present, riders.get(String(row.dossard)));
  if (kind === 'participant') values.runs = Array.isArray(row.runs) ? row.runs.length : null;
  if (kind === 'zone' && Array.isArray(row.graduations)) values.graduations = row.graduations.length;
  if (kind === 'competition') values.deleted = Boolean(row.deleted_at);
  if (kind === 'member') Object.assign(values, { first_name: row.first_name, last_name: row.last_name });
  return values;
}

/** Formats a plan of starts as it was then. */
function describePlan(value: unknown): string | null {
  const { data } = startPlanSchema.safeParse(value);
  return data ? formatStartPlan(data) : null;
}

function describeRule(rule: unknown): HistoryValues {
  if (!isRow(rule)) return {};
  return { counted_runs: String(rule.runs), tie_breaks: [rule.tie_breaks].flat().join(' ') };
}

/** Computes the points of a run by the present graduation of its zone for its rider; null without one. */
function pointsNow(
  run: FactsOf['run'],
  { graduation }: CompetitionFacts,
  rider: FactsOf['participant'] | undefined,
): number | null {
  const offered = [...graduation.values()].filter(({ zone_id }) => zone_id === run.zone_id);
  const found = rider && graduationFor(offered, rider);
  return found ? pointsOfRun(run, found) : null;
}
