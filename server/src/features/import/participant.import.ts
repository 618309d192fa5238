import type { Language } from '@dossard/contract/language/language.ts';
import type { ParticipantFacts } from '@dossard/contract/participants/participant.fields.ts';
import type { ImportAnswer, ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { sql } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import type { Writer } from '../../http/routes/call.ts';
import { Refusal, writeProblem } from '../../refusals/refusal.ts';
import { isPresent } from '../../tables/joins.ts';
import { assignFields, hasFields, recordset } from '../../tables/participant.sql.ts';
import { participants } from '../../tables/participant.table.ts';
import { detachChangedRiders } from '../identity/former.riders.ts';
import { listSeasonRiders } from '../identity/season.riders.ts';
import { moveRiders } from '../participants/rider.moves.ts';
import { insertRiders, lockImports } from '../participants/rider.writes.ts';
import { listUnresolvedBibs } from '../runs/unresolved.runs.ts';
import type { ReadFile, ReadingOptions, ReadRider } from './participant.file.ts';
import type { Field } from './participant.headings.ts';
import { doubtRiders, type PlannedRow, planImport } from './participant.plan.ts';
import { readParticipantFile } from './participant.reader.ts';

/*
 * Imports a file of participants: read in a worker, planned without a lock, then stored in one short transaction. If a
 * rider of the plan changed in between, nothing is stored and the import is planned again.
 */

export interface ImportRequest {
  competition_id: number;
  bytes: Uint8Array;
  file_name: string;
  /** What a person decided about the file, with the year of the season. */
  options: ReadingOptions;
  dryRun: boolean;
  /** Store the good rows of a file that has bad ones too. */
  partial: boolean;
  language: Language;
}

/** The plan no longer fits the database. */
class StalePlan extends Error {}
const maxPlans = 5;

/** Imports a file, or previews the import. Throws `import_rejected`, `unsupported_file`, `file_too_large`. */
export async function importParticipantFile(
  db: Database,
  write: Writer<ImportAnswer>,
  request: ImportRequest,
): Promise<ImportAnswer> {
  const read = await readParticipantFile(request.bytes, request.file_name, request.options);
  const { bibs, choices } = request.options;
  const columnOf = (field: Field, { sheet }: ReadRider) => read.headings.get(sheet)?.get(field);
  const season = read.entries.some(({ licence }) => licence) ? await listSeasonRiders(db, request.competition_id) : [];
  const refused = read.refused.flatMap(({ dossard_number }) => dossard_number ?? []);
  for (let attempt = 1; attempt <= maxPlans; attempt += 1) {
    const existing = await readExisting(db, request.competition_id);
    const blocked = [...refused, ...(bibs ? await listUnresolvedBibs(db, request.competition_id) : [])];
    const planning = { bibs, choices, season, blocked, columnOf };
    const plan = planImport(read.entries, existing, planning);
    const doubts = doubtRiders(plan, existing, planning);
    const told = tellReading(read, doubts, request.language);
    if (request.dryRun) return { ...describePlan(read, plan, request.language), ...told };
    const problems = problemsOfImport(read, plan);
    // A file without riders, or without one of its columns, has nothing to store.
    const isHopeless = plan.length === 0 && problemsOfFile(read).length > 0;
    if (problems.length > 0 && (!request.partial || isHopeless)) throw rejection(read, plan, problems);
    try {
      return await write(async (writing) => {
        await storePlan(writing, plan, request.file_name);
        const rejected = problems.map((problem) => writeProblem(problem, request.language));
        return { ...countActions(plan), rejected: request.partial ? rejected : 0, ...told };
      });
    } catch (error) {
      if (!(error instanceof StalePlan)) throw error;
    }
  }
  throw new Refusal('overloaded', { retryAfter: 1 });
}

const isRefused = (row: PlannedRow) => row.action === 'refuse';
const countRefused = (read: ReadFile, plan: readonly PlannedRow[]) =>
  read.refused.length + plan.filter(isRefused).length;

function countActions(plan: readonly PlannedRow[]) {
  const count = (action: PlannedRow['action']) => plan.filter((row) => row.action === action).length;
  return { imported: count('add'), updated: count('change'), unchanged: count('none') };
}

/** Lists all problems of the file and its rows, in the order of the sheets and their rows. */
function problemsOfImport(read: ReadFile, plan: readonly PlannedRow[]): Problem[] {
  return [...read.problems, ...plan.flatMap((row) => row.problems ?? [])].sort(inFile(read));
}

/** Compares places in the order of the sheets and their rows. */
function inFile({ sheets }: ReadFile) {
  const position = new Map(sheets.map(({ name }, index) => [name, index]));
  const place = ({ sheet }: { sheet?: string }) => position.get(sheet ?? '') ?? 0;
  return (a: { sheet?: string; row?: number }, b: { sheet?: string; row?: number }) =>
    place(a) - place(b) || (a.row ?? 0) - (b.row ?? 0);
}

/** Formats what was read and what was not: sheets, columns, and doubts about cells. */
function tellReading(read: ReadFile, doubts: readonly Problem[], language: Language) {
  return {
    sheets: read.sheets.map(({ why, ...sheet }) => ({ ...sheet, why: why && writeProblem(why, language).message })),
    unread_columns: read.unread,
    read_columns: [...read.headings].flatMap(([sheet = '', names]) =>
      [...names].map(([field, heading]) => ({ sheet, heading, field })),
    ),
    warnings: [...read.warnings, ...doubts].sort(inFile(read)).map((problem) => writeProblem(problem, language)),
  };
}

/** Lists the problems of the file rather than of one row: its columns, its quotes, or that it is empty. */
function problemsOfFile(read: ReadFile): Problem[] {
  const ofRiders = new Set(read.refused.flatMap((row) => row.problems));
  return read.problems.filter((problem) => !ofRiders.has(problem));
}

function rejection(read: ReadFile, plan: readonly PlannedRow[], problems: readonly Problem[]): Refusal {
  if (problemsOfFile(read).length > 0) return new Refusal('import_rejected', { says: 'file_not_understood', problems });
  return new Refusal('import_rejected', { values: { rows: countRefused(read, plan) }, problems });
}

/** Formats the preview of an import, row by row in the order of the sheet. */
function describePlan(read: ReadFile, plan: readonly PlannedRow[], language: Language): ImportAnswer {
  const write = (problems: readonly Problem[]) => problems.map((problem) => writeProblem(problem, language));
  const planned = plan.map(
    ({ sheet, row, action, after, changes, problems, choices, choice }): ImportRow => ({
      ...(sheet !== undefined && { sheet }),
      row,
      action,
      ...after,
      ...(changes && { changes }),
      ...(problems && { errors: write(problems) }),
      ...(choices && { choices }),
      ...(choice && { choice }),
    }),
  );
  const refused = read.refused.map(
    ({ problems, ...rider }): ImportRow => ({ ...rider, action: 'refuse', errors: write(problems) }),
  );
  return {
    ...countActions(plan),
    rejected: countRefused(read, plan),
    rows: [...planned, ...refused].sort(inFile(read)),
    errors: write(problemsOfFile(read)),
  };
}

async function readExisting(db: Database, competitionId: number): Promise<Map<number, ParticipantFacts>> {
  const rows = await db.select().from(participants).where(isPresent(participants, competitionId));
  return new Map(rows.map((row) => [row.dossard_number, row]));
}

async function storePlan(write: Write, plan: readonly PlannedRow[], fileName: string): Promise<void> {
  const added = plan.filter((row) => row.action === 'add').map((row) => row.after);
  const changing = plan.flatMap((row) =>
    row.action === 'change' && row.before ? [{ ...row, before: row.before }] : [],
  );
  const moving = changing.filter(({ before, after }) => before.dossard_number !== after.dossard_number);
  const changed = changing.map((row) => ({ ...row, before: { ...row.before, dossard_number: row.dossard_number } }));
  if (added.length + changing.length === 0) return;
  // Two files with the same riders in different orders would deadlock, so imports take turns.
  await lockImports(write);
  const moved = await moveRiders(
    write,
    moving.map(({ before, after }) => ({ from: before.dossard_number, to: after.dossard_number })),
  );
  if (!moved) throw new StalePlan();
  // Updated before inserting, so that the update does not match the new riders; moved riders have their new bibs.
  if ((await updateRiders(write, changed)) !== changed.length) throw new StalePlan();
  if ((await insertRiders(write, added)) !== added.length) throw new StalePlan();
  await recordChange(write, {
    action: 'import',
    subject: 'participant',
    key: fileName,
    before: changing.map(({ before }) => ({ ...moved.before.get(before.dossard_number), ...before })),
    after: [...added, ...changing.map(({ after }) => ({ ...moved.after.get(after.dossard_number), ...after }))],
  });
  await raiseVersion(write);
}

/** Updates riders that are unchanged since the plan; returns how many were. */
async function updateRiders({ tx, competition_id }: Write, rows: readonly PlannedRow[]) {
  if (rows.length === 0) return 0;
  const updates = rows.map((row) => ({ ...row.after, before: row.before }));
  const { rowCount } = await tx.execute(sql`
    update participants p set ${assignFields('r')}
    from ${recordset(updates, sql`, before jsonb`)}
    where p.competition_id = ${competition_id} and p.dossard_number = r.dossard_number and p.deleted_at is null
      and ${hasFields('p', sql`r.before`)}`);
  const changes = rows.flatMap(({ dossard_number, before, after }) =>
    before ? [{ dossard_number, before, after }] : [],
  );
  await detachChangedRiders(tx, competition_id, changes);
  return rowCount;
}
