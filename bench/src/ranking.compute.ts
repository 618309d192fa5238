import { call } from '@dossard/testbed/product/product.ts';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { type BenchEvent, makeField, rankingPath, submissionOf } from './events.ts';
import { type Figure, median, millisecondsOf } from './figure.ts';

const runsEach = 6;
const rounds = 7;

/** Measures from sending a run until the new ranking can be read: a group of 10,000 riders, divided by one of 1,000. */
export async function measureRankingGrowth(bench: Bench): Promise<Figure> {
  const small = await makeField(bench, 1_000, runsEach);
  const large = await makeField(bench, 10_000, runsEach);
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const smallMs = await untilRead(bench, small, round);
    const largeMs = await untilRead(bench, large, round);
    if (round === 0) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  return {
    value: median(times.large) / median(times.small),
    unit: 'ratio',
    reach: '≤ 12',
    note: `${median(times.large).toFixed(0)} ms with 10,000 riders, ${median(times.small).toFixed(0)} ms with 1,000`,
  };
}

function untilRead(bench: Bench, event: BenchEvent, round: number): Promise<number> {
  return millisecondsOf(async () => {
    await call(bench, 'POST', '/run', submissionOf(event, `growth-${event.competition_id}-${round}`, round + 1));
    await call(bench, 'GET', rankingPath(event.competition_id));
  });
}

/** Measures computing and reading a ranking of 1,000 riders with 6 runs, divided by the plain SQL read of its rows. */
export async function measureRankingRebuild(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, 1_000, runsEach);
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const rebuilt: number[] = [];
  const read: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const raised = await client.query('update competitions set version = version + 1 where id = $1 returning version', [
      event.competition_id,
    ]);
    const path = `${rankingPath(event.competition_id)}&version=${raised.rows[0].version}`;
    const rebuildMs = await millisecondsOf(() => call(bench, 'GET', path));
    const readMs = await millisecondsOf(() => client.query(rankingRows, [event.competition_id, 'U13', 'F']));
    if (round === 0) continue;
    rebuilt.push(rebuildMs);
    read.push(readMs);
  }
  await client.end();
  return {
    value: median(rebuilt) / median(read),
    unit: 'ratio',
    reach: '≤ 1.7',
    note: `${median(rebuilt).toFixed(0)} ms over HTTP, ${median(read).toFixed(0)} ms for its rows`,
  };
}

/** One plain statement that reads the rows of a ranking. */
const rankingRows = `
  select p.dossard_number, p.first_name, p.last_name, p.club, r.zone_id, r.door1, r.door2, r.door3, r.door4, r.door5,
    r.door6, r.penality, r.chrono_sec, g.points_door1, g.points_door2, g.points_door3, g.points_door4, g.points_door5,
    g.points_door6
  from participants p
  left join runs r on r.competition_id = p.competition_id and r.dossard = p.dossard_number and r.deleted_at is null
  left join graduations g on g.competition_id = r.competition_id and g.zone_id = r.zone_id
    and lower(g.category) = lower(p.category) and g.gender = p.gender
  where p.competition_id = $1 and p.deleted_at is null and lower(p.category) = lower($2) and p.gender = $3`;
