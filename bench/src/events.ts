import { createEvent } from '@dossard/testbed/product/event.ts';
import { call } from '@dossard/testbed/product/product.ts';
import pg from 'pg';
import type { Bench } from './bench.ts';

export type BenchEvent = Awaited<ReturnType<typeof createEvent>>;

/**
 * Creates a public event with riders of one group and the given number of runs each; riders and runs are inserted
 * directly into the tables. `withLicences` gives each bib a licence, the same in all events.
 */
export async function makeField(
  bench: Bench,
  riders: number,
  runsEach: number,
  withLicences = false,
): Promise<BenchEvent> {
  const event = await createEvent(bench, 1);
  const id = event.competition_id;
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  await client.query(
    `insert into participants (competition_id, dossard_number, category, gender, first_name, last_name, club)
     select $1, dossard, 'U13', 'F', 'Lou', 'Exemple ' || dossard, 'Club' from generate_series(2, $2::int) dossard`,
    [id, riders],
  );
  if (withLicences) {
    await client.query(`update participants set licence = 'FFC ' || dossard_number where competition_id = $1`, [id]);
  }
  await client.query('update participants set last_run_number = $2 where competition_id = $1', [id, runsEach]);
  await client.query(
    `insert into runs (competition_id, dossard, run_number, zone_id, submission_id, door1, door2, door3, door4, door5,
       door6, penality, chrono_sec, referee_name, received_at, ridden_at)
     select $1, dossard, number, $2, dossard || '-' || number, true, dossard % 2 = 0, dossard % 3 = 0, number % 2 = 0,
       false, dossard % 5 = 0, dossard % 6, 30 + (dossard * 7 + number) % 90, 'Bench', now(), now()
     from generate_series(1, $3::int) dossard, generate_series(1, $4::int) number`,
    [id, event.zone_id, riders, runsEach],
  );
  await client.query('analyze runs, participants');
  await client.end();
  await call(bench, 'PUT', '/competition/visibility', { competition_id: id, is_public: true });
  return event;
}

export const rankingPath = (competitionId: number) =>
  `/competitions/${competitionId}/liveranking/public?page=1&category=U13&gender=F`;

/** A run as a phone sends it. */
export function submissionOf(event: BenchEvent, id: string, dossard: number) {
  return {
    submission_id: `bench-${id}`,
    ...event,
    dossard,
    door1: true,
    door2: true,
    door3: false,
    door4: true,
    door5: false,
    door6: false,
    penality: 2,
    chrono_sec: 75.5,
  };
}
