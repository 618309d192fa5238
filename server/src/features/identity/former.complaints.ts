import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { ofRiders } from '../../database/any.of.ts';
import { complaints } from '../../tables/result.tables.ts';

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
export const complaintFacts = ({ id, dossard, run_number, state, text, fee }: typeof complaints.$inferSelect) => ({
  id,
  dossard,
  run_number,
  complaint_state: state,
  text,
  fee,
});
