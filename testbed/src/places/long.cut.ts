import { call } from '../product/product.ts';
import { chanceOf } from '../referees/chance.ts';
import { type FaultShares, faultKinds, startFaultyProxy } from '../referees/faulty.proxy.ts';
import { sleep } from '../referees/simulation.ts';
import { type Grounds, isEven, readRanking, readRuns, type Side, serialiseRun, share } from './two.sides.ts';

/*
 * The line between two real servers is cut for a whole event: each records its own runs, as its referees do without the
 * other, and then both exchange everything.
 */

export interface LongCut {
  /** Runs that each server records while the line is cut. */
  runs: number;
  /** Capacity of the line after it is healed, in bits per second; unlimited by default. */
  bitsPerSecond?: number;
  /** Percentage of messages that the line loses after it is healed. */
  lossPercent?: number;
}

export interface LongCutOutcome {
  /** Seconds from the healing of the line until both rankings are equal. */
  alike_sec: number;
  /** Bytes that were transferred in this time. */
  bytes: number;
  /** Runs on each server in the end. */
  stored: number[];
  /** Runs that only one server has, plus one if the rankings differ. */
  diverged: number;
}

const riders = 50;
/** The hours over which the runs were ridden, in milliseconds. */
const cutMs = 6 * 3_600_000;
const noFaults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultShares;

/** Simulates a cut during which both servers record, and waits until they are equal again. */
export async function simulateLongCut(
  grounds: Grounds,
  { runs, bitsPerSecond, lossPercent = 0 }: LongCut,
): Promise<LongCutOutcome> {
  const shares = { ...noFaults };
  const line = await startFaultyProxy(grounds.cloud.url, chanceOf(1), shares, async () => {}, bitsPerSecond);
  const sides = await share(grounds, line.url, riders);
  line.cut(cutMs);
  await Promise.all(sides.map((side, index) => recordMany(side, index, runs)));
  // Half of the losses are requests, the other half are answers.
  Object.assign(shares, { request_dropped: lossPercent / 2, answer_dropped: lossPercent / 2 });
  const before = line.carried();
  line.cut(0);
  const begun = performance.now();
  while (!(await isAlike(sides))) await sleep(100);
  const alikeSec = Math.round((performance.now() - begun) / 100) / 10;
  const bytes = line.carried() - before;
  while (!(await isEven(sides))) await sleep(100);
  const stored = await Promise.all(sides.map((side) => readRuns(side, riders)));
  await line.stop();
  return {
    alike_sec: alikeSec,
    bytes,
    stored: stored.map(({ length }) => length),
    diverged: await countDiffering(sides),
  };
}

/** Records runs on one server, those of six hours together. */
async function recordMany({ ground, event }: Side, index: number, runs: number): Promise<void> {
  const begun = Date.now() - cutMs;
  const chance = chanceOf(index);
  await Promise.all(
    ground.accounts.map(async ({ cookie }, referee) => {
      for (let number = referee; number < runs; number += ground.accounts.length) {
        const at = begun + (number * cutMs) / runs;
        await call({ url: ground.url, cookie }, 'POST', '/run', {
          ...{ submission_id: `${Math.floor(at)}-cut${index}x${number}`, ...event, dossard: 1 + chance.below(riders) },
          ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, chance.percent(50)])),
          ...{ penality: chance.below(6), chrono_sec: chance.below(121), recorded_at: new Date(at).toISOString() },
        });
      }
    }),
  );
}

async function isAlike(sides: readonly Side[]): Promise<boolean> {
  const [one, other] = await Promise.all(sides.map(readRanking));
  return one === other;
}

async function countDiffering(sides: readonly Side[]): Promise<number> {
  const [one = [], other = []] = await Promise.all(
    sides.map(async (side) => (await readRuns(side, riders)).map(serialiseRun)),
  );
  const there = new Set(other);
  const onlyHere = one.filter((run) => !there.has(run)).length;
  return onlyHere + Math.abs(one.length - other.length) + ((await isAlike(sides)) ? 0 : 1);
}
