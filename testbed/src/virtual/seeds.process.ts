import { playSeeds } from './seeds.ts';

/* A process that plays a part of the seeds: `seeds.process.ts <first> <count>`. */

const [first = 0, count = 0] = process.argv.slice(2).map(Number);
process.send?.(await playSeeds(first, count));
