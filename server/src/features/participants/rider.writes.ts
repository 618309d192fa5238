import type { ParticipantFacts } from '@dossard/contract/participants/participant.fields.ts';
import { sql } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { assignFields, fieldColumns, fieldsOf, recordset } from '../../tables/participant.sql.ts';
import { detachFormerRiders } from '../identity/former.riders.ts';

/* Writes of many riders: of imports, transfers, copies and accepted entries. */

/** Key of the advisory lock for writes to many riders of a competition: imports, restorations, transfers. */
const importLock = 0x1a5;

/** Waits for other writes to many riders of the competition. */
export const lockImports = ({ tx, competition_id }: Write) =>
  tx.execute(sql`select pg_advisory_xact_lock(${importLock}, ${competition_id})`);

type NewRiders = readonly ({ dossard_number: number } & ParticipantFacts)[];

/**
 * Adds riders on free bibs, logged as one import under the name of its source; the caller raises the version. Throws like
 * `insertNewRiders`.
 */
export async function addRiders(write: Write, riders: NewRiders, from: string): Promise<void> {
  await insertNewRiders(write, riders);
  await recordNewRiders(write, riders, from);
}

/** Inserts riders on free bibs. Throws `overloaded` when a bib was taken after the caller read them. */
export async function insertNewRiders(write: Write, riders: NewRiders): Promise<void> {
  await lockImports(write);
  // The lock does not cover riders created one by one.
  if ((await insertRiders(write, riders)) !== riders.length) throw new Refusal('overloaded', { retryAfter: 1 });
}

/** Logs new riders as one import. Locks the competition's row, so change riders before, or runs would deadlock. */
export async function recordNewRiders(write: Write, riders: NewRiders, from: string): Promise<void> {
  if (riders.length === 0) return;
  await recordChange(write, { action: 'import', subject: 'participant', key: from, before: [], after: riders });
}

/** Inserts new riders, also in place of removed ones with the same dossard; returns how many were stored. */
export async function insertRiders(write: Write, riders: NewRiders) {
  if (riders.length === 0) return 0;
  const { tx, competition_id } = write;
  // Count the returned rows: a cluster's row count includes the conflicting ones.
  const { rows } = await tx.execute(sql`
    insert into participants (competition_id, dossard_number, ${fieldColumns})
    select ${competition_id}::int, r.dossard_number, ${fieldsOf('r')} from ${recordset(riders)}
    on conflict (competition_id, dossard_number) do update
    set ${assignFields('excluded')}, start_position = null, came = false, ticked_at = null,
      deleted_at = null
    where participants.deleted_at is not null
    returning dossard_number`);
  await detachFormerRiders(
    write,
    riders.map(({ dossard_number }) => dossard_number),
  );
  return rows.length;
}
