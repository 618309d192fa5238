import type { Complaint } from '@dossard/contract/complaints/complaint.schema.ts';
import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { riderOf, rowOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { complaints } from '../../tables/result.tables.ts';

/** Lists the complaints of a competition: open ones first, then the latest (E9). */
export const listComplaintsOf = (db: Database, competitionId: number): Promise<Complaint[]> =>
  selectComplaints(db, eq(complaints.competition_id, competitionId));

/** Gets a complaint. Throws `complaint_not_found`. */
export async function getComplaint(db: Database, competitionId: number, id: number): Promise<Complaint> {
  const [found] = await selectComplaints(db, rowOf(complaints, competitionId, id));
  if (!found) throw new Refusal('complaint_not_found');
  return found;
}

function selectComplaints(db: Database, which: SQL | undefined): Promise<Complaint[]> {
  const { competition_id, ...columns } = getTableColumns(complaints);
  const { category, gender, first_name, last_name } = participants;
  return db
    .select({ ...columns, category, gender, first_name, last_name })
    .from(complaints)
    .innerJoin(participants, riderOf(complaints))
    .where(which)
    .orderBy(desc(sql`${columns.state} = 'open'`), desc(columns.made_at), desc(columns.id));
}
