import { type SQL, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { riderFollowers } from '../../tables/follower.table.ts';
import { runs } from '../../tables/run.tables.ts';

/*
 * Followers know the runs of a bib up to a number (L9): a bib never uses a number twice, so a higher one is a new ride
 * unless a correction gave it. Deleting a run and restoring it changes no number.
 */

type Tx = Pick<Write, 'tx' | 'competition_id'>;

/** The highest run number of a bib, also of removed runs; 0 without any. */
export const lastNumberOf = (competition_id: number, dossard: number | SQL): SQL<number> => sql`(
  select coalesce(max(${runs.run_number}), 0)::int from ${runs}
  where ${runs.competition_id} = ${competition_id} and ${runs.dossard} = ${dossard})`;

/**
 * Keeps runs that are about to get other bibs or numbers from being news, from a recordset of their new places. Followers
 * with a ride that they were not notified of are still notified.
 */
export async function skipMovedRuns({ tx, competition_id }: Tx, places: SQL): Promise<void> {
  await tx.execute(sql`
    update ${riderFollowers} f set told_runs = greatest(f.told_runs, l.last)
    from (select dossard, max(run_number) as last from ${places} group by dossard) l
    where f.competition_id = ${competition_id} and f.dossard = l.dossard and not exists (
      select from ${runs} r where r.competition_id = ${competition_id} and r.dossard = f.dossard
        and r.run_number > f.told_runs and r.deleted_at is null)`);
}

/** Makes a ride news that arrives from the other installation after rides with higher numbers. */
export async function announceRide(
  { tx, competition_id }: Tx,
  { dossard, run_number }: { dossard: number; run_number: number },
): Promise<void> {
  await tx.execute(sql`
    update ${riderFollowers} set told_runs = ${run_number - 1}::int
    where competition_id = ${competition_id} and dossard = ${dossard} and told_runs >= ${run_number}`);
}
