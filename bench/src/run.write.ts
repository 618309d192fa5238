import { makeEvent } from '@dossard/testbed/event.ts';
import { call } from '@dossard/testbed/product.ts';
import pg from 'pg';
import type { Bench } from './bench.ts';
import type { Figure } from './figure.ts';
import { median } from './figure.ts';

const referees = 16;
const riders = 400;
const runsPerRound = 2_000;
const rounds = 5;

/** Runs `work` so many times, `referees` at a time; returns how many were done a second. */
async function perSecond(work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: referees }, async () => {
      while (next < runsPerRound) {
        next += 1;
        await work(next);
      }
    }),
  );
  return runsPerRound / ((performance.now() - start) / 1000);
}

/** POST /run by 16 referees, divided by the SQL of it in bare transactions through the same driver. */
export async function measureRunWrite(bench: Bench): Promise<Figure> {
  const event = await makeEvent(bench, riders);
  const bareEvent = await makeEvent(bench, riders);
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 20 });
  const calls: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    calls.push(await perSecond((index) => postRun(bench, event, `${round}-${index}`, (index % riders) + 1)));
    bare.push(await perSecond((index) => writeBare(pool, bareEvent, `${round}-${index}`, (index % riders) + 1)));
  }
  await pool.end();
  return {
    value: median(calls) / median(bare),
    unit: 'ratio',
    reach: '≥ 0.50',
    note: `${Math.round(median(calls))} runs/s over HTTP, ${Math.round(median(bare))} bare transactions/s`,
  };
}

function postRun(bench: Bench, event: { competition_id: number; zone_id: number }, id: string, dossard: number) {
  return call(bench, 'POST', '/run', {
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
  });
}

/** The statements of recordRun, without HTTP, checks in code, or an answer. */
async function writeBare(
  pool: pg.Pool,
  event: { competition_id: number; zone_id: number },
  id: string,
  dossard: number,
): Promise<void> {
  const { competition_id, zone_id } = event;
  const client = await pool.connect();
  try {
    await client.query('select * from submissions where competition_id = $1 and submission_id = $2', [
      competition_id,
      id,
    ]);
    await client.query('begin');
    const { rows } = await client.query(
      `update participants set last_run_number = last_run_number + 1
       where competition_id = $1 and dossard_number = $2 and deleted_at is null returning *`,
      [competition_id, dossard],
    );
    await client.query('select id from zones where competition_id = $1 and id = $2 for key share', [
      competition_id,
      zone_id,
    ]);
    await client.query('select category, gender from graduations where competition_id = $1 and zone_id = $2', [
      competition_id,
      zone_id,
    ]);
    const number = rows[0].last_run_number;
    const run = [
      competition_id,
      dossard,
      number,
      zone_id,
      id,
      true,
      true,
      false,
      true,
      false,
      false,
      2,
      75.5,
      1,
      'Bench',
    ];
    await client.query(
      `insert into runs (competition_id, dossard, run_number, zone_id, submission_id, door1, door2, door3, door4, door5,
       door6, penality, chrono_sec, referee_id, referee_name, received_at)
       values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,now())`,
      run,
    );
    await client.query('insert into submissions values ($1,$2,$3,$4,$5,$6)', [
      competition_id,
      id,
      'hash',
      1,
      dossard,
      number,
    ]);
    await client.query(
      `insert into audit_log (competition_id, actor_id, action, subject, subject_key, after)
       values ($1, 1, 'create', 'run', $2, $3)`,
      [competition_id, `${dossard}/${number}`, JSON.stringify(run)],
    );
    await client.query(
      `update competitions set version = version + 1 where id = $1 returning version,
       pg_notify('dossard_ranking', jsonb_build_object('competition_id', id, 'version', version, 'groups', null)::text)`,
      [competition_id],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
