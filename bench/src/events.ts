import { makeEvent } from '@dossard/testbed/event.ts';
import pg from 'pg';
import type { Bench } from './bench.ts';

/** Makes an event whose riders, all of one group, have so many runs each; the runs are written straight into the table. */
export async function recordRuns(bench: Bench, riders: number, runsEach: number) {
  const event = await makeEvent(bench, riders);
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  await client.query(
    `insert into runs (competition_id, dossard, run_number, zone_id, submission_id, door1, door2, door3, door4, door5,
       door6, penality, chrono_sec, referee_name, received_at)
     select $1, dossard, number, $2, dossard || '-' || number, true, dossard % 2 = 0, dossard % 3 = 0, number % 2 = 0,
       false, dossard % 5 = 0, dossard % 6, 30 + (dossard * 7 + number) % 90, 'Bench', now()
     from generate_series(1, $3::int) dossard, generate_series(1, $4::int) number`,
    [event.competition_id, event.zone_id, riders, runsEach],
  );
  await client.query('update participants set last_run_number = $2 where competition_id = $1', [
    event.competition_id,
    runsEach,
  ]);
  await client.query('update competitions set version = version + 1 where id = $1', [event.competition_id]);
  await client.query('analyze runs, participants');
  await client.end();
  return event;
}
