import type { Handout } from '@dossard/contract/bibs/handout.schema.ts';
import { asc, count } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { isKeptRun, isPresent } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';

/** Lists the riders of a competition by bib, with whether they came for it (B4) or rode. */
export async function getHandout(db: Database, competitionId: number): Promise<Handout> {
  const { dossard_number, category, gender, first_name, last_name, club, status, came, ticked_at } = participants;
  const found = await db
    .select({ dossard: dossard_number, category, gender, first_name, last_name, club, status, came, ticked_at })
    .from(participants)
    .where(isPresent(participants, competitionId))
    .orderBy(asc(dossard_number));
  const counted = await db
    .select({ dossard: runs.dossard, runs: count() })
    .from(runs)
    .where(isKeptRun(competitionId))
    .groupBy(runs.dossard);
  const runsOf = new Map(counted.map(({ dossard, runs }) => [dossard, runs]));
  return { riders: found.map((rider) => ({ ...rider, run_count: runsOf.get(rider.dossard) ?? 0 })) };
}
