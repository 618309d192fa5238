import { parseArgs } from 'node:util';
import { killOnce } from './kills/kill.once.ts';
import { startProduct } from './product/product.ts';
import { badNetwork } from './referees/faulty.proxy.ts';
import { prepareGround, simulate } from './referees/simulation.ts';

/*
 * `npm run simulate -- --seed 1 --referees 8 --runs 200 --json`: one competition on a bad network; with `--seeds N`
 * as many, from that seed on. Ends with an error, and names the seed, when a run was lost or doubled.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    referees: { type: 'string', default: '8' },
    runs: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
});

/** Reads a whole number from 0 to `most`. Throws with a sentence. */
function numberOf(name: 'seed' | 'seeds' | 'referees' | 'runs', least: number, most: number): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`--${name} takes a whole number from ${least} to ${most}, not "${values[name]}".`);
}

const first = numberOf('seed', 0, 4_294_967_295);
const count = numberOf('seeds', 1, 1_000_000);
const referees = numberOf('referees', 1, 50);
const runs = numberOf('runs', 1, 12_000);
const product = await startProduct();
try {
  const ground = await prepareGround(product.url, referees, killOnce(product));
  for (let seed = first; seed < first + count; seed += 1) {
    const { wrong, ...outcome } = await simulate(ground, seed, runs, { ...badNetwork, server_killed: 1 });
    const well = outcome.lost === 0 && outcome.duplicated === 0 && wrong.length === 0;
    if (!well) {
      console.error(
        `Seed ${seed} failed: ${[...wrong, `${outcome.lost} lost, ${outcome.duplicated} doubled`].join('; ')}`,
      );
      process.exitCode = 1;
    }
    const { confirmed, ranked, in_outbox } = outcome;
    if (!values.json)
      console.log(`seed ${seed}: ${confirmed} confirmed, ${ranked} ranked, ${in_outbox} still in an outbox`);
    else if (seed === first + count - 1) console.log(JSON.stringify(outcome));
  }
} finally {
  await product.stop();
}
