import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEvent } from '../product/event.ts';
import { call, type Product, signIn, startProduct } from '../product/product.ts';
import { query } from '../product/query.ts';

/* More concurrent spectators than a server can answer, with different requests each, while referees record runs. */

const spectators = 700;
const riders = 200;
const referees = 4;
const runsEach = 15;
/**
 * Maximum growth of the process during the flood, in bytes; its heap may grow by half of it before garbage collection.
 */
const maxGrowth = 300 * 2 ** 20;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 120_000);
afterAll(() => product.stop());

/** Resident memory of the server in bytes. */
async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${product.server().pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** Sends requests until `isOver`; returns the number of answers by status. */
async function flood(address: (turn: number) => string, isOver: () => boolean): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: spectators });
  const statuses = new Map<number, number>();
  let turn = 0;
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      turn += 1;
      get(address(turn), { agent }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          const body = JSON.parse(Buffer.concat(chunks).toString());
          // Under load an answer is either complete, or a refusal with the time to retry.
          if (status === 200) expect(body.total).toBe(riders);
          else
            expect([status, body.code, Number(answer.headers['retry-after'])]).toEqual([
              503,
              'overloaded',
              expect.any(Number),
            ]);
          resolve(status);
        });
      }).on('error', reject);
    });
  const spectate = async () => {
    while (!isOver()) {
      const status = await ask();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: spectators }, spectate));
  agent.destroy();
  return statuses;
}

it.skipIf(process.platform !== 'linux')(
  'a flood of spectators is answered or refused, runs are recorded, and the memory stays bounded',
  async () => {
    const session = { url: product.url, cookie: await signIn(product.url) };
    const event = await createEvent(session, riders);
    await call(session, 'PUT', '/competition/visibility', { competition_id: event.competition_id, is_public: true });
    const ranking = `${product.url}/api/competitions/${event.competition_id}/liveranking/public`;
    const before = await residentBytes();
    let highest = before;
    const watch = setInterval(async () => {
      highest = Math.max(highest, await residentBytes());
    }, 100);

    let recorded = false;
    const flooding = flood(
      (turn) => `${ranking}?page_size=${1 + (turn % 100)}&page=${1 + (turn % 3)}&turn=${turn}`,
      () => recorded,
    );
    const referee = async (number: number) => {
      for (let run = 0; run < runsEach; run += 1) {
        const dossard = 1 + number * runsEach + run;
        await call(session, 'POST', '/run', {
          ...event,
          submission_id: `flood-${dossard}`,
          dossard,
          ...{ door1: true, door2: false, door3: false, door4: false, door5: false, door6: false },
          penality: 0,
          chrono_sec: 60,
        });
      }
    };
    await Promise.all(Array.from({ length: referees }, (_, number) => referee(number))).finally(() => {
      recorded = true;
    });
    const statuses = await flooding;
    clearInterval(watch);

    expect([...statuses.keys()].sort()).toEqual([200, 503]);
    const stored = await query<{ runs: number; riders: number }>(
      await product.databaseUrl(),
      'select count(*)::int as runs, count(distinct dossard)::int as riders from runs where competition_id = $1',
      [event.competition_id],
    );
    expect(stored).toEqual([{ runs: referees * runsEach, riders: referees * runsEach }]);
    expect(highest - before).toBeLessThan(maxGrowth);
    expect((await fetch(ranking)).status).toBe(200);
    console.log(
      `${statuses.get(200)} answers, ${statuses.get(503)} refusals; memory from ${Math.round(before / 2 ** 20)} to ${Math.round(highest / 2 ** 20)} MB at most`,
    );
  },
  120_000,
);
