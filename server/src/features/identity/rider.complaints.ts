import { type RunPlace, runKey } from '@dossard/contract/runs/run.key.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, isNotNull } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { ofRiders } from '../../database/any.of.ts';
import { updateRow } from '../../database/one.row.ts';
import { lockRows } from '../../database/rows.ts';
import { complaints } from '../../tables/result.tables.ts';

/* Complaints when bibs change: they go with their rider or their run, and end when somebody else gets the bib. */

type ComplaintPlace = Pick<typeof complaints.$inferSelect, 'id' | 'dossard' | 'run_number'>;

/** The rider and the run of a complaint, before and after they moved. */
export interface MovedComplaint {
  before: ComplaintPlace;
  after: ComplaintPlace;
}

const pickPlace = ({ id, dossard, run_number }: ComplaintPlace): ComplaintPlace => ({ id, dossard, run_number });

/** Moves complaints to other riders, and to runs of theirs if they are about one; the caller logs them afterwards. */
export async function placeComplaints(
  { tx, competition_id }: Write,
  found: readonly ComplaintPlace[],
  newPlace: (complaint: ComplaintPlace) => Pick<ComplaintPlace, 'dossard' | 'run_number'>,
): Promise<MovedComplaint[]> {
  const moved = found.map((one) => ({ before: pickPlace(one), after: { id: one.id, ...newPlace(one) } }));
  for (const { after } of moved) await updateRow(tx, complaints, { competition_id, id: after.id }, after);
  return moved;
}

/** Locks the complaints about runs of these riders; before the riders, as when a complaint is decided. */
export const lockComplaintsAboutRuns = ({ tx, competition_id }: Write, dossards: readonly number[]) =>
  lockRows(
    tx,
    complaints,
    and(ofRiders(complaints, competition_id, dossards), isNotNull(complaints.run_number)),
    complaints.id,
  );

/** Moves the locked complaints that are about one of these runs to where it is now; the caller logs them afterwards. */
export function moveComplaintsAboutRuns(
  write: Write,
  locked: readonly ComplaintPlace[],
  moved: readonly { before: RunPlace; after: RunPlace }[],
): Promise<MovedComplaint[]> {
  const places = new Map(moved.map(({ before, after }) => [runKey(before), after]));
  const placeOf = ({ dossard, run_number }: ComplaintPlace) =>
    run_number === null ? undefined : places.get(runKey({ dossard, run_number }));
  return placeComplaints(
    write,
    locked.filter((complaint) => placeOf(complaint)),
    (complaint) => placeOf(complaint) ?? complaint,
  );
}

/** Logs moved complaints, without their texts, which their other entries have. Locks the competition's row. */
export async function recordComplaints(write: Write, moved: readonly MovedComplaint[]): Promise<void> {
  for (const { before, after } of moved)
    await recordChange(write, { action: 'move', subject: 'complaint', key: after.id, before, after });
}

/** Deletes the complaints of riders whose bibs go to somebody else; the history keeps them. */
export async function deleteComplaintsOf(write: Write, dossards: readonly number[]): Promise<void> {
  const gone = await write.tx
    .delete(complaints)
    .where(ofRiders(complaints, write.competition_id, dossards))
    .returning();
  for (const complaint of gone)
    await recordChange(write, {
      action: 'delete',
      subject: 'complaint',
      key: complaint.id,
      before: complaintFacts(complaint),
    });
}

/** The fields of a complaint that the history records. */
export const complaintFacts = (complaint: typeof complaints.$inferSelect) => ({
  ...pick(complaint, 'id', 'dossard', 'run_number', 'text', 'fee'),
  complaint_state: complaint.state,
});
