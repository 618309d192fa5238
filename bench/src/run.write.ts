import pg from 'pg';
import type { Bench } from './bench.ts';
import { type BenchEvent, makeField, submissionOf } from './events.ts';
import { type Figure, median } from './figure.ts';
import { requestsPerSecond } from './load.ts';

const referees = 16;
const riders = 400;
const runsPerRound = 2_000;
const rounds = 5;

/** Measures POST /run by 16 referees, divided by the SQL of such a call alone, through the same driver. */
export async function measureRunWrite(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, riders, 0);
  const bareEvent = await makeField(bench, riders, 0);
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 20, pipeline: true });
  const { rows } = await pool.query('select token_hash from sessions limit 1');
  const calls: number[] = [];
  const bare: number[] = [];
  // The first round of both is a warm-up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const called = await requestsPerSecond(`${bench.url}/api/run`, {
      connections: referees,
      amount: runsPerRound,
      method: 'POST',
      headers: { cookie: bench.cookie, 'content-type': 'application/json' },
      body: (index) => JSON.stringify(submissionOf(event, `${round}-${index}`, (index % riders) + 1)),
      status: 201,
    });
    const written = await bareRunsPerSecond((index) =>
      writeBare(pool, rows[0].token_hash, bareEvent, `${round}-${index}`, (index % riders) + 1),
    );
    if (round === 0) continue;
    calls.push(called);
    bare.push(written);
  }
  await pool.end();
  return {
    value: median(calls) / median(bare),
    unit: 'ratio',
    reach: '≥ 0.80',
    note: `${Math.round(median(calls))} runs/s over HTTP, ${Math.round(median(bare))} runs/s of bare SQL`,
  };
}

/** Runs `work` repeatedly, `referees` at a time; returns how many were done per second. */
async function bareRunsPerSecond(work: (index: number) => Promise<unknown>): Promise<number> {
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

/** The statements of a call of POST /run in order, without HTTP, checks in code, or an answer. */
async function writeBare(
  pool: pg.Pool,
  tokenHash: string,
  event: BenchEvent,
  id: string,
  dossard: number,
): Promise<void> {
  const { competition_id } = event;
  await pool.query({
    name: 'session_by_token',
    text: `select users.*, sessions.expires_at from sessions join users on users.id = sessions.user_id
           where token_hash = $1 and expires_at > $2`,
    values: [tokenHash, new Date().toISOString()],
  });
  await pool.query({
    name: 'competition_with_role',
    text: `select competitions.*, members.role from competitions
           left join members on members.competition_id = competitions.id and members.user_id = $1
           where competitions.id = $2 and (competitions.deleted_at is null or $3::boolean)`,
    values: [1, competition_id, false],
  });
  const client = await pool.connect();
  try {
    const number = await takeNumber(client, event, dossard);
    await storeRun(client, event, id, dossard, number);
  } finally {
    client.release();
  }
}

/** The first round trip of the transaction. */
async function takeNumber(
  client: pg.PoolClient,
  { competition_id, zone_id }: BenchEvent,
  dossard: number,
): Promise<number> {
  const [, { rows }] = await Promise.all([
    client.query('begin'),
    client.query(
      `update participants set last_run_number = last_run_number + 1
       where competition_id = $1 and dossard_number = $2 and deleted_at is null returning *`,
      [competition_id, dossard],
    ),
    client.query('select id from zones where competition_id = $1 and id = $2 and deleted_at is null for key share', [
      competition_id,
      zone_id,
    ]),
    client.query('select category, gender from graduations where competition_id = $1 and zone_id = $2', [
      competition_id,
      zone_id,
    ]),
  ]);
  return rows[0].last_run_number;
}

/** The second one, with the commit. */
async function storeRun(
  client: pg.PoolClient,
  { competition_id, zone_id }: BenchEvent,
  id: string,
  dossard: number,
  number: number,
): Promise<void> {
  const doors = [true, true, false, true, false, false];
  const run = [competition_id, dossard, number, zone_id, id, ...doors, 2, 75.5, 1, 'Bench'];
  const groups = [{ category: 'U13', gender: 'F' }];
  await Promise.all([
    client.query(
      `insert into runs (competition_id, dossard, run_number, zone_id, submission_id, door1, door2, door3, door4, door5,
       door6, penality, chrono_sec, referee_id, referee_name, received_at, ridden_at)
       values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,now(),now())`,
      run,
    ),
    client.query('insert into submissions values ($1,$2,$3,$4,$5,$6)', [
      competition_id,
      id,
      'hash',
      1,
      dossard,
      number,
    ]),
    client.query(
      `with head as (update competitions set chain_length = chain_length + 1,
           chain_head = encode(sha256(decode(chain_head, 'hex') || decode($4, 'hex')), 'hex')
         where id = $1 returning chain_length, chain_head)
       insert into audit_log (competition_id, actor_id, action, subject, subject_key, after, link, hash)
       select $1, 1, 'create', 'run', $2, $3::jsonb, chain_length, chain_head from head`,
      [
        competition_id,
        `${dossard}/${number}`,
        JSON.stringify({ competition_id, zone_id, id, dossard, number }),
        '0'.repeat(64),
      ],
    ),
    client.query(
      `select runs.*, zones.name, graduations.* from runs
       join participants on participants.competition_id = runs.competition_id and dossard_number = runs.dossard
       join zones on zones.competition_id = runs.competition_id and zones.id = runs.zone_id
       left join graduations on graduations.competition_id = runs.competition_id and graduations.zone_id = runs.zone_id
         and lower(graduations.category) = lower(participants.category) and graduations.gender = participants.gender
       where runs.competition_id = $1 and runs.dossard in ($2) and runs.run_number = $3
       order by runs.dossard, runs.run_number`,
      [competition_id, dossard, number],
    ),
    client.query('update competitions set version = version + 1 where id = $1', [competition_id]),
    client.query('select pg_notify($1, $2)', ['dossard_ranking', JSON.stringify({ competition_id, groups })]),
    client.query('commit'),
  ]);
}
