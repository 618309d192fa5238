import { allAttacks } from './attacks.ts';
import { makeTarget, startTargeted } from './target.ts';
import { recordRuns, underAttack } from './under.attack.ts';

const riders = 200;
const mostTimesRest = 10;
const restMs = 15_000;

/**
 * Makes each attack whose name holds `only` at full size for `ms`, and prints a row for it. Returns whether every run was
 * answered 201 and stored, nothing was left behind, and the runs' p99 was at most ten times that at rest.
 */
export async function soakAttacks(only: string, ms: number): Promise<boolean> {
  const names = Object.keys(allAttacks).filter((name) => name.includes(only));
  let isWell = true;
  for (const throughProxy of [false, true]) {
    const chosen = names.filter((name) => (allAttacks[name]?.throughProxy ?? false) === throughProxy);
    if (chosen.length > 0) isWell = (await attackWith(chosen, throughProxy, ms)) && isWell;
  }
  return isWell;
}

async function attackWith(names: readonly string[], throughProxy: boolean, ms: number): Promise<boolean> {
  const product = await startTargeted(throughProxy);
  let isWell = true;
  try {
    const restP99 = await measureRest(await makeTarget(product, riders));
    for (const name of names) {
      const report = await underAttack(product, await makeTarget(product, riders), name, { size: 'soak', ms });
      const { runs, files, turns, statuses, failures, lost, left } = report;
      const times = runs.p99 / restP99;
      const troubles = [
        ...Object.entries(failures).map(([what, count]) => `${what} (${count}×)`),
        ...Object.entries(left).map(([what, count]) => `${what} stays at ${count}`),
        ...(lost === 0 ? [] : [`${lost} runs lost`]),
        ...(times <= mostTimesRest ? [] : [`p99 above ${mostTimesRest} times that at rest`]),
      ];
      isWell &&= troubles.length === 0;
      console.log(
        [
          name.padEnd(54),
          `${turns} turns ${JSON.stringify(statuses)}`.padEnd(44),
          `run p50 ${runs.p50} p99 ${runs.p99} ms, ${times.toFixed(1)}×`.padEnd(40),
          `file p99 ${files.p99} ms`.padEnd(22),
          troubles.join('; ') || 'held',
        ].join(' '),
      );
    }
  } finally {
    await product.stop();
  }
  return isWell;
}

/** Measures the p99 of POST /run at rest, in milliseconds, once the process is warm. */
async function measureRest(target: Parameters<typeof recordRuns>[0]): Promise<number> {
  const measure = (ms: number) => {
    const end = performance.now() + ms;
    return recordRuns(target, () => performance.now() > end, {});
  };
  await measure(restMs / 3);
  const { p50, p99, answers } = await measure(restMs);
  console.log(`at rest: ${answers} runs, p50 ${p50} ms, p99 ${p99} ms`);
  return p99;
}
