import type { Language } from '@dossard/contract/language/language.ts';
import type { importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import type { ParticipantFacts } from '@dossard/contract/participants/participant.fields.ts';
import type { ImportAnswer, ImportField, ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { sql } from 'drizzle-orm';
import { type Change, recordChange, sealChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { meanwhile, together } from '../../database/round.trips.ts';
import type { Call } from '../../http/routes/call.ts';
import { Refusal, writeProblem } from '../../refusals/refusal.ts';
import { isPresent } from '../../tables/joins.ts';
import { assignFields, hasFields, recordset } from '../../tables/participant.sql.ts';
import { participants } from '../../tables/participant.table.ts';
import { detachChangedRiders } from '../identity/former.riders.ts';
import { listSeasonRiders } from '../identity/season.riders.ts';
import { moveRiders, recordMoves } from '../participants/rider.moves.ts';
import { insertRiders, lockImports } from '../participants/rider.writes.ts';
import { listUnresolvedBibs } from '../runs/unresolved.store.ts';
import { problemsOfReading, type ReadFile, type ReadRider } from './participant.file.ts';
import { listDoubts, type PlannedRow, planImport } from './participant.plan.ts';
import { readParticipantFile } from './participant.reader.ts';

/*
 * Imports a file of participants: read in a worker, planned without a lock, then stored in one short transaction. If a
 * rider of the plan changed in between, nothing is stored and the import is planned again.
 */

/** The plan no longer fits the database. */
class StalePlan extends Error {}
const maxPlans = 5;

/** Imports a file, or previews the import. Throws `import_rejected`, `unsupported_file`, `file_too_large`. */
export async function importParticipantFile(
  db: Database,
  { competition, query, body, language, upload, write }: Call<typeof importParticipants>,
): Promise<ImportAnswer> {
  const season = Number(competition.date.slice(0, 4));
  const read = await readParticipantFile(upload.bytes, upload.name, { ...body, season });
  const isLicensed = read.entries.some(({ licence }) => licence);
  const planning = {
    ...body,
    season: isLicensed ? await listSeasonRiders(db, competition.id) : [],
    columnOf: (field: ImportField, { sheet }: ReadRider) => read.headings.get(sheet)?.get(field),
  };
  const refused = read.refused.flatMap(({ dossard_number }) => dossard_number ?? []);
  for (let attempt = 1; attempt <= maxPlans; attempt += 1) {
    const existing = await readExisting(db, competition.id);
    const blocked = [...refused, ...(body.bibs ? await listUnresolvedBibs(db, competition.id) : [])];
    const plan = planImport(read.entries, existing, { ...planning, blocked });
    const describe = () => describeReading(read, listDoubts(plan, existing, planning), language);
    if (query.dry_run === 'true') return { ...describePlan(read, plan, language), ...describe() };
    const isPartial = query.mode === 'partial';
    const problems = [...problemsOfReading(read), ...plan.flatMap(problemsOfRow)].sort(inFile(read));
    // A file without riders, or without one of its columns, has nothing to store.
    const isHopeless = plan.length === 0 && read.problems.length > 0;
    if (problems.length > 0 && (!isPartial || isHopeless)) throw rejection(read, plan, problems);
    try {
      return await write(async (writing) => {
        const stored = await storePlan(writing, plan, upload.name);
        const [, reading] = await together([stored && logImport(writing, stored), meanwhile(describe)]);
        const rejected = problems.map((problem) => writeProblem(problem, language));
        return { ...countActions(plan), rejected: isPartial ? rejected : 0, ...reading };
      });
    } catch (error) {
      if (!(error instanceof StalePlan)) throw error;
    }
  }
  throw new Refusal('overloaded', { retryAfter: 1 });
}

const problemsOfRow = (row: PlannedRow) => (row.action === 'refuse' ? row.problems : []);
const countRefused = (read: ReadFile, plan: readonly PlannedRow[]) =>
  read.refused.length + plan.filter(({ action }) => action === 'refuse').length;

function countActions(plan: readonly PlannedRow[]) {
  const count = (action: PlannedRow['action']) => plan.filter((row) => row.action === action).length;
  return { imported: count('add'), updated: count('change'), unchanged: count('none') };
}

/** Compares in the order of the sheets and their rows. */
function inFile({ sheets }: ReadFile) {
  const position = new Map(sheets.map(({ name }, index) => [name, index]));
  const sheetOf = ({ sheet = '' }: Located) => position.get(sheet) ?? 0;
  return (a: Located, b: Located) => sheetOf(a) - sheetOf(b) || (a.row ?? 0) - (b.row ?? 0);
}
type Located = Pick<Problem, 'sheet' | 'row'>;

/** Formats what was read and what was not: sheets, columns, and doubts about cells. */
function describeReading(read: ReadFile, doubts: readonly Problem[], language: Language) {
  return {
    sheets: read.sheets.map(({ why, ...sheet }) => ({ ...sheet, why: why && writeProblem(why, language).message })),
    unread_columns: read.unread,
    read_columns: [...read.headings].flatMap(([sheet = '', names]) =>
      [...names].map(([field, heading]) => ({ sheet, heading, field })),
    ),
    warnings: [...read.warnings, ...doubts].sort(inFile(read)).map((problem) => writeProblem(problem, language)),
  };
}

function rejection(read: ReadFile, plan: readonly PlannedRow[], problems: readonly Problem[]): Refusal {
  if (read.problems.length > 0) return new Refusal('import_rejected', { says: 'file_not_understood', problems });
  return new Refusal('import_rejected', { values: { rows: countRefused(read, plan) }, problems });
}

/** Formats the preview of an import, row by row in the order of the sheet. */
function describePlan(read: ReadFile, plan: readonly PlannedRow[], language: Language): ImportAnswer {
  const write = (problems: readonly Problem[]) => problems.map((problem) => writeProblem(problem, language));
  const planned = plan.map((row): ImportRow => {
    const { entry, action, after, choices, choice } = row;
    return {
      sheet: entry.sheet,
      row: entry.row,
      action,
      ...after,
      ...(action === 'change' && { changes: row.changes }),
      ...(action === 'refuse' && { errors: write(row.problems) }),
      choices,
      choice,
    };
  });
  const refused = read.refused.map(
    ({ problems, ...rider }): ImportRow => ({ ...rider, action: 'refuse', errors: write(problems) }),
  );
  return {
    ...countActions(plan),
    rejected: countRefused(read, plan),
    rows: [...planned, ...refused].sort(inFile(read)),
    errors: write(read.problems),
  };
}

async function readExisting(db: Database, competitionId: number): Promise<Map<number, ParticipantFacts>> {
  const rows = await db.select().from(participants).where(isPresent(participants, competitionId));
  return new Map(rows.map((row) => [row.dossard_number, row]));
}

/** Stores what a plan adds and changes; returns what is to be logged of it, undefined if there is nothing. */
async function storePlan(write: Write, plan: readonly PlannedRow[], fileName: string) {
  const added = plan.filter(({ action }) => action === 'add').map(({ after }) => after);
  const changed = plan.filter((row) => row.action === 'change');
  if (added.length + changed.length === 0) return undefined;
  // Two files would add the same riders in different orders and deadlock, so imports take turns.
  await lockImports(write);
  const moves = changed.map(({ before, after }) => ({ from: before.dossard_number, to: after.dossard_number }));
  const leaving = moves.filter(({ from, to }) => from !== to);
  const staying = moves.filter(({ from, to }) => from === to);
  const moved = await moveRiders(write, leaving, { others: staying.map(({ to }) => to) });
  if (!moved) throw new StalePlan();
  // Updated before inserting, so that the update does not match the new riders; moved riders have their new bibs.
  if ((await updateRiders(write, changed)) !== changed.length) throw new StalePlan();
  const change: Change = {
    action: 'import',
    subject: 'participant',
    key: fileName,
    before: changed.map(({ before }) => ({ ...moved.before.get(before.dossard_number), ...before })),
    after: [...added, ...changed.map(({ after }) => ({ ...moved.after.get(after.dossard_number), ...after }))],
  };
  const [inserted, sealed] = await together([insertRiders(write, added), meanwhile(() => sealChange(write, change))]);
  if (inserted !== added.length) throw new StalePlan();
  return { change, sealed, moved };
}

type StoredPlan = NonNullable<Awaited<ReturnType<typeof storePlan>>>;

/** Logs an import as one entry, and what moved with its riders. */
async function logImport(write: Write, { change, sealed, moved }: StoredPlan): Promise<void> {
  await recordChange(write, change, sealed);
  await recordMoves(write, moved);
  await raiseVersion(write);
}

type ChangedRow = Extract<PlannedRow, { action: 'change' }>;

/** Updates riders that are unchanged since the plan, by their new bibs; returns how many were. */
async function updateRiders(write: Write, rows: readonly ChangedRow[]) {
  if (rows.length === 0) return 0;
  const { tx, competition_id } = write;
  const updates = rows.map(({ before, after }) => ({ ...after, before }));
  const { rowCount } = await tx.execute(sql`
    update participants p set ${assignFields('r')}
    from ${recordset(updates, { before: 'jsonb' })}
    where p.competition_id = ${competition_id} and p.dossard_number = r.dossard_number and p.deleted_at is null
      and ${hasFields('p', sql`r.before`)}`);
  await detachChangedRiders(
    write,
    rows.map(({ before, after }) => ({ dossard_number: after.dossard_number, before, after })),
  );
  return rowCount;
}
