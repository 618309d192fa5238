import type { Language } from '@dossard/contract/language.ts';
import type { ImportProblem, ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { Refusal, writeProblem } from '../../http/refusal.ts';
import { recordChanges } from '../history/audit.store.ts';
import { raiseVersion } from '../rankings/ranking.version.ts';
import { readEntries } from './participant.file.ts';
import { type ParticipantFacts, type PlannedRow, planImport } from './participant.plan.ts';
import { participants } from './participant.table.ts';
import { readSheet } from './sheet.reader.ts';

/*
 * Imports a file of participants: read in a worker, planned without a lock, then stored in one short transaction. If
 * somebody changed a rider of the plan in between, nothing is stored and the plan is made again.
 */

export interface ImportRequest {
  competition_id: number;
  actor_id: number;
  bytes: Uint8Array;
  file_name: string;
  dryRun: boolean;
  /** Store the good rows of a file that has bad ones. */
  partial: boolean;
  language: Language;
}

/** The plan no longer fits the database. */
class StalePlan extends Error {}
const maxPlans = 5;

/** Imports a file, or only tells what it would do. Throws `import_rejected`, `unsupported_file`. */
export async function importParticipantFile(db: Database, request: ImportRequest) {
  const read = readEntries(await readSheet(request.bytes, request.file_name));
  for (let attempt = 1; ; attempt += 1) {
    const plan = planImport(read.entries, await readExisting(db, request.competition_id));
    const problems = [...read.problems, ...plan.flatMap((row) => row.problems ?? [])].sort(
      (a, b) => (a.row ?? 0) - (b.row ?? 0),
    );
    const written = problems.map((problem) => writeProblem(problem, request.language));
    if (request.dryRun)
      return { ...countActions(plan), rejected: refusedRows(problems), rows: listRows(plan, written) };
    if (problems.length > 0 && !request.partial) {
      throw new Refusal('import_rejected', { values: { rows: refusedRows(problems) }, problems });
    }
    try {
      await storePlan(db, plan, request);
      return { ...countActions(plan), rejected: request.partial ? written : 0 };
    } catch (error) {
      if (!(error instanceof StalePlan) || attempt === maxPlans) throw error;
    }
  }
}

const refusedRows = (problems: readonly { row?: number }[]) => new Set(problems.map((problem) => problem.row)).size;

function countActions(plan: readonly PlannedRow[]) {
  const count = (action: PlannedRow['action']) => plan.filter((row) => row.action === action).length;
  return { imported: count('add'), updated: count('change'), unchanged: count('none') };
}

/** Lists what each line of the sheet would do, the refused ones with their problems, in the order of the sheet. */
function listRows(plan: readonly PlannedRow[], problems: readonly ImportProblem[]): ImportRow[] {
  const planned = new Map(plan.map((row) => [row.row, row]));
  const numbers = new Set([...planned.keys(), ...problems.map((problem) => problem.row ?? 0)]);
  return [...numbers]
    .sort((a, b) => a - b)
    .map((row) => {
      const found = planned.get(row);
      const errors = problems.filter((problem) => (problem.row ?? 0) === row);
      return {
        row,
        dossard_number: found?.dossard_number ?? null,
        action: errors.length > 0 ? 'refuse' : (found?.action ?? 'refuse'),
        last_name: found?.entry.last_name ?? '',
        first_name: found?.entry.first_name ?? '',
        ...(found?.changes && { changes: found.changes }),
        ...(errors.length > 0 && { errors }),
      };
    });
}

async function readExisting(db: Database, competitionId: number): Promise<Map<number, ParticipantFacts>> {
  const rows = await db
    .select()
    .from(participants)
    .where(and(eq(participants.competition_id, competitionId), isNull(participants.deleted_at)));
  return new Map(rows.map((row) => [row.dossard_number, row]));
}

const columns = sql`(dossard_number int, category text, gender text, first_name text, last_name text, club text)`;

async function storePlan(db: Database, plan: readonly PlannedRow[], request: ImportRequest): Promise<void> {
  const { competition_id, actor_id } = request;
  const added = plan.filter((row) => row.action === 'add').map((row) => row.after);
  const changed = plan.filter((row) => row.action === 'change');
  if (added.length + changed.length === 0) return;
  await db.transaction(async (tx) => {
    const inserted = await tx.execute(sql`
      insert into participants (competition_id, dossard_number, category, gender, first_name, last_name, club)
      select ${competition_id}::int, r.* from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r${columns}
      on conflict (competition_id, dossard_number) do update
      set category = excluded.category, gender = excluded.gender, first_name = excluded.first_name,
          last_name = excluded.last_name, club = excluded.club, deleted_at = null
      where participants.deleted_at is not null`);
    const updates = changed.map((row) => ({
      ...row.after,
      was_first: row.before?.first_name,
      was_last: row.before?.last_name,
    }));
    const updated = await tx.execute(sql`
      update participants p
      set category = r.category, gender = r.gender, first_name = r.first_name, last_name = r.last_name, club = r.club
      from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as r(dossard_number int, category text, gender text,
        first_name text, last_name text, club text, was_first text, was_last text)
      where p.competition_id = ${competition_id} and p.dossard_number = r.dossard_number and p.deleted_at is null
        and p.first_name = r.was_first and p.last_name = r.was_last`);
    if (inserted.rowCount !== added.length || updated.rowCount !== changed.length) throw new StalePlan();
    await recordChanges(tx, [
      {
        competition_id,
        actor_id,
        action: 'import',
        subject: 'participant',
        subject_key: request.file_name,
        before: changed.map((row) => row.before),
        after: [...added, ...changed.map((row) => row.after)],
      },
    ]);
    await raiseVersion(tx, competition_id);
  });
}
