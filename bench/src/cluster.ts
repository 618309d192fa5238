import { startProduct } from '@dossard/testbed/product/product.ts';
import type { Bench } from './bench.ts';
import { makeField, rankingPath } from './events.ts';
import { type Figure, median } from './figure.ts';
import { requestsPerSecond } from './load.ts';

const rounds = 5;

/** Measures the public ranking read from two server processes on one PostgreSQL, divided by one process. */
export async function measureCluster(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, 120, 1);
  const second = await startProduct({ DATABASE_URL: bench.databaseUrl });
  const path = `/api${rankingPath(event.competition_id)}`;
  const read = (url: string, connections: number) =>
    requestsPerSecond(url + path, { connections, seconds: 3, status: 200 });
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const alone = await read(bench.url, 50);
    const [first, other] = await Promise.all([read(bench.url, 25), read(second.url, 25)]);
    if (round === 0) continue;
    one.push(alone);
    two.push(first + other);
  }
  await second.stop();
  return {
    value: median(two) / median(one),
    unit: 'ratio',
    reach: 'report',
    note: `${Math.round(median(two))} answers/s from two, ${Math.round(median(one))} from one`,
  };
}
