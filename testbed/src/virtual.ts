import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleForNode } from '../../server/bundle.js';
import { hashOf, type Played } from './virtual/seeds.ts';

/*
 * `npm run virtual -- --seeds 100000 --from 0 --json`: shared competitions in virtual time, each seed played twice, on two
 * cores. Fails when a seed failed, and prints it.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});

/** Parses an integer. Throws with a sentence. */
function numberOf(name: 'seeds' | 'from', least: number): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= least && number <= 4_000_000_000) return number;
  throw new Error(`--${name} takes a whole number of at least ${least}, not "${values[name]}".`);
}

const seeds = numberOf('seeds', 1);
const from = numberOf('from', 0);
const workers = 2;

/** All objects of a play are garbage at its end: with a large young generation hardly anything has to be copied. */
const execArgv = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'];

/** Plays a part of the seeds in a separate process. */
async function playPart(script: string, first: number, count: number): Promise<Played[]> {
  if (count === 0) return [];
  const part = fork(script, [String(first), String(count)], { execArgv });
  const [played] = (await once(part, 'message')) as [Played[]];
  return played;
}

const begun = performance.now();
// Bundled, because the loader for sources names each created function, which takes a third of the time.
const folder = await mkdtemp(join(tmpdir(), 'dossard-virtual-'));
await bundleForNode(['testbed/src/virtual/seeds.process.ts'], folder);
const script = join(folder, 'seeds.process.js');
const half = Math.ceil(seeds / workers);
const parts = await Promise.all([playPart(script, from, half), playPart(script, from + half, seeds - half)]);
await rm(folder, { recursive: true });
const played = parts.flat();
const failed = played.filter(({ wrong }) => wrong.length > 0);
const seconds = Math.round((performance.now() - begun) / 100) / 10;
for (const { seed, wrong } of failed) console.error(`Seed ${seed} failed: ${wrong.join('; ')}`);
if (failed.length > 0) process.exitCode = 1;
const outcome = { seeds, failed: failed.map(({ seed }) => seed), seconds, hash: hashOf(played) };
if (values.json) console.log(JSON.stringify(outcome));
else console.log(`${seeds} seeds from ${from} in ${seconds} s, ${failed.length} failed, hash ${outcome.hash}`);
