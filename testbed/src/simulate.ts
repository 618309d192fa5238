import { parseArgs } from 'node:util';
import { killOnce } from './kills/kill.once.ts';
import { simulateLongCut } from './places/long.cut.ts';
import { simulatePlaces } from './places/places.simulation.ts';
import type { Grounds } from './places/two.sides.ts';
import { startProduct } from './product/product.ts';
import { badNetwork } from './referees/faulty.proxy.ts';
import { prepareGround, simulate } from './referees/simulation.ts';

/*
 * `npm run simulate -- --seed 1 --referees 8 --runs 200 --json`: one competition on a bad network; with `--seeds N`
 * that many, from that seed on, and with `--places 2` shared between two servers. Fails, and prints the seed, when a
 * run was lost or duplicated. `--cut 1000` instead disconnects two servers while each records that many runs;
 * `--kilobits 32 --loss 30` set the capacity and the loss of the line afterwards.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    referees: { type: 'string', default: '8' },
    runs: { type: 'string' },
    places: { type: 'string', default: '1' },
    cut: { type: 'string', default: '0' },
    kilobits: { type: 'string', default: '0' },
    loss: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});

/** Parses an integer from `least` to `most`. Throws with a sentence. */
function numberOf(name: Exclude<keyof typeof values, 'json'>, least: number, most: number): number {
  const number = Number(values[name] ?? (values.places === '2' ? 60 : 200));
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`--${name} takes a whole number from ${least} to ${most}, not "${values[name]}".`);
}

const first = numberOf('seed', 0, 4_294_967_295);
const count = numberOf('seeds', 1, 1_000_000);
const referees = numberOf('referees', 1, 50);
const runs = numberOf('runs', 1, 12_000);
const places = numberOf('places', 1, 2);
const cut = numberOf('cut', 0, 20_000);
const kilobits = numberOf('kilobits', 0, 1_000_000);
const lossPercent = numberOf('loss', 0, 90);

interface Outcome {
  seed: number;
  lost: number;
  duplicated: number;
  wrong: string[];
}

/** Plays the seeds one after the other, and prints the outcome of each. */
async function playSeeds<One extends Outcome>(
  play: (seed: number) => Promise<One>,
  format: (outcome: Omit<One, 'wrong'>) => string,
  isEqual: (outcome: Omit<One, 'wrong'>) => boolean,
): Promise<void> {
  for (let seed = first; seed < first + count; seed += 1) {
    const { wrong, ...outcome } = await play(seed);
    if (outcome.lost > 0 || outcome.duplicated > 0 || wrong.length > 0 || !isEqual(outcome)) {
      const { lost, duplicated } = outcome;
      console.error(`Seed ${seed} failed: ${[...wrong, `${lost} lost, ${duplicated} doubled`].join('; ')}`);
      process.exitCode = 1;
    }
    if (!values.json) console.log(`seed ${seed}: ${format(outcome)}`);
    else if (seed === first + count - 1) console.log(JSON.stringify(outcome));
  }
}

/** Plays a long cut, and prints how soon both rankings were equal. */
async function playLongCut(grounds: Grounds): Promise<void> {
  const line = { lossPercent, ...(kilobits > 0 && { bitsPerSecond: kilobits * 1_000 }) };
  const outcome = await simulateLongCut(grounds, { runs: cut, ...line });
  if (outcome.diverged > 0 || outcome.stored.some((runs) => runs !== 2 * cut)) process.exitCode = 1;
  console.log(JSON.stringify(outcome));
}

const product = await startProduct();
const other = places === 2 || cut > 0 ? await startProduct() : undefined;
try {
  if (other) {
    const each = Math.ceil(referees / 2);
    const laptop = await prepareGround(product.url, each, killOnce(product));
    const cloud = await prepareGround(other.url, each, killOnce(other));
    if (cut > 0) await playLongCut({ laptop, cloud });
    else
      await playSeeds(
        (seed) => simulatePlaces({ laptop, cloud }, seed, runs),
        ({ confirmed, lost, diverged, faults }) =>
          `${confirmed} confirmed, ${lost} lost, ${diverged} diverged, ${faults.server_killed} kills`,
        ({ diverged }) => diverged === 0,
      );
  } else {
    const ground = await prepareGround(product.url, referees, killOnce(product));
    await playSeeds(
      (seed) => simulate(ground, seed, runs, { ...badNetwork, server_killed: 1 }),
      ({ confirmed, ranked, in_outbox }) => `${confirmed} confirmed, ${ranked} ranked, ${in_outbox} still in an outbox`,
      () => true,
    );
  }
} finally {
  await product.stop();
  await other?.stop();
}
