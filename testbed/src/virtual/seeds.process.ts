import { playSeeds } from './seeds.ts';

/* A process that plays a part of the seeds: `seeds.process.ts <first> <count>`. */

// A stopped server answers by an error; creating its stack trace would take longer than the answer.
Error.stackTraceLimit = 0;
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
process.send?.(await playSeeds(first, count));
