import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import { query } from '../product/query.ts';
import type { AttackOrder, AttackOutcome } from './attack.process.ts';
import type { Attack, Size, Target } from './attack.ts';
import { allAttacks } from './attacks.ts';
import { callSteadily, type Latency, latencyOf } from './steady.calls.ts';
import { readCountersLeft, readMemory } from './target.ts';

/* Referees record runs, and pages are opened, during an attack. */

export interface AttackReport extends AttackOutcome {
  runs: Latency;
  /** Reads of the application's files during the attack. */
  files: Latency;
  /** Unexpected statuses of runs, files and the attack's own call; and 500s of the attack itself. */
  failures: Record<string, number>;
  /** Runs that were answered 201 but are not stored. */
  lost: number;
  /** Megabytes by which the server's memory grew at most. */
  grownMb: number;
  /** Counters of the server that did not return to 0. */
  left: Record<string, number>;
}

/** Interval between two runs of a referee, in milliseconds: shorter than in reality, for more measurements. */
const paceMs = 100;
const meanwhilePaceMs = 1_000;
const memoryPaceMs = 500;

let submissions = 0;

/** Records runs until `isOver`. */
export function recordRuns(target: Target, isOver: () => boolean, failures: Record<string, number>): Promise<number[]> {
  const { port, competitionId, zoneId, riders, referees } = target;
  return callSteadily(
    {
      ...{ port, paceMs, callers: referees.length, status: 201 },
      next: (caller) => {
        submissions += 1;
        return {
          path: '/api/run',
          method: 'POST',
          cookie: referees[caller] ?? '',
          body: {
            submission_id: `steady-${process.pid}-${submissions}`,
            competition_id: competitionId,
            zone_id: zoneId,
            dossard: 2 + (submissions % (riders - 1)),
            ...{ door1: true, door2: true, door3: false, door4: false, door5: false, door6: false },
            penality: 1,
            chrono_sec: 61.5,
          },
        };
      },
    },
    isOver,
    failures,
  );
}

function readFiles(
  { port, files }: Target,
  isOver: () => boolean,
  failures: Record<string, number>,
): Promise<number[]> {
  let turn = 0;
  const next = () => {
    turn += 1;
    return { path: files[turn % files.length] ?? '/' };
  };
  return callSteadily({ port, paceMs, callers: 1, status: 200, next }, isOver, failures);
}

/** Measures the referees' calls during an attack of `ms`, then waits for the counters to be 0. */
export async function underAttack(
  product: Product,
  target: Target,
  name: string,
  { size, ms }: { size: Size; ms: number },
): Promise<AttackReport> {
  const { meanwhile } = allAttacks[name] as Attack;
  const failures: Record<string, number> = {};
  const order = JSON.stringify({ name, target, size } satisfies AttackOrder);
  const attacker = fork(new URL('./attack.process.ts', import.meta.url), [order]);
  await once(attacker, 'message');
  // Wait until all of its connections are open.
  await sleep(500);
  const memoryBefore = await readMemory(product.url);
  let memory = memoryBefore;
  const end = performance.now() + ms;
  const isOver = () => performance.now() > end;
  const [runs, files] = await Promise.all([
    recordRuns(target, isOver, failures),
    readFiles(target, isOver, failures),
    (async () => {
      while (!isOver()) {
        memory = Math.max(memory, await readMemory(product.url));
        await sleep(memoryPaceMs);
      }
    })(),
    meanwhile &&
      callSteadily(
        { port: target.port, paceMs: meanwhilePaceMs, callers: 1, status: 200, next: () => meanwhile(target) },
        isOver,
        failures,
      ),
  ]);
  const message = once(attacker, 'message');
  attacker.send('stop');
  const [outcome] = (await message) as [AttackOutcome];
  if (outcome.statuses[500]) failures['the attack: 500'] = outcome.statuses[500];
  const refused = Object.entries(failures).reduce(
    (sum, [what, count]) => sum + (what.startsWith('POST /api/run:') ? count : 0),
    0,
  );
  const lost = runs.length - refused - (await countRuns(product, target));
  return {
    ...outcome,
    runs: latencyOf(runs),
    files: latencyOf(files),
    failures,
    lost,
    grownMb: memory - memoryBefore,
    left: await readCountersLeft(product.url),
  };
}

/** Counts the referees' stored runs; the attacks record only runs of the first rider. */
async function countRuns(product: Product, { competitionId }: Target): Promise<number> {
  const [row] = await query<{ runs: number }>(
    await product.databaseUrl(),
    'select count(*)::int as runs from runs where competition_id = $1 and dossard > 1',
    [competitionId],
  );
  return row?.runs ?? 0;
}
