import { alarmRules } from '@dossard/contract/alarms/alarm.rules.ts';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import { type AlarmReceiver, startReceiver } from '../product/alarm.receiver.ts';
import type { AttackOutcome } from './attack.process.ts';
import type { Target } from './attack.ts';
import { allAttacks } from './attacks.ts';
import { latencyOf } from './steady.calls.ts';
import { createTarget, startTargeted } from './target.ts';
import { recordRuns, underAttack } from './under.attack.ts';

const riders = 200;
const mostTimesRest = 10;
/** Growth of the server's memory during an attack, in megabytes. */
const mostGrownMb = 512;
/** Duration of each measurement at rest before and after an attack, and of the warm-up, in milliseconds. */
const restMs = 4_000;

/**
 * Makes each attack whose name contains `only` at full size for `ms`, and prints a row for it. Returns whether every
 * run was answered 201 and stored, nothing leaked, memory stayed within its limit, and the runs' p99 was at
 * most ten times that at rest.
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
  const receiver = await startReceiver();
  const product = await startTargeted(throughProxy, receiver.environment);
  let isWell = true;
  try {
    const restTarget = await createTarget(product, riders);
    await recordAtRest(restTarget);
    let before = await recordAtRest(restTarget);
    for (const name of names) {
      const raisedBefore = receiver.received.length;
      const report = await underAttack(product, await createTarget(product, riders), name, { size: 'soak', ms });
      const { runs, files, turns, statuses, failures, lost, left, grownMb } = report;
      const after = await recordAtRest(restTarget);
      const alarms = await judgeAlarms(receiver, statuses, raisedBefore);
      // Measured shortly before and after the attack, because other load on the machine varies.
      const rest = latencyOf([...before, ...after]);
      before = after;
      const times = runs.p99 / rest.p99;
      const troubles = [
        ...Object.entries(failures).map(([what, count]) => `${what} (${count}×)`),
        ...Object.entries(left).map(([what, count]) => `${what} stays at ${count}`),
        ...(lost === 0 ? [] : [`${lost} runs lost`]),
        ...(times <= mostTimesRest ? [] : [`p99 above ${mostTimesRest} times that at rest`]),
        ...(grownMb <= mostGrownMb ? [] : [`memory grew by more than ${mostGrownMb} MB`]),
        ...alarms.troubles,
      ];
      isWell &&= troubles.length === 0;
      console.log(
        [
          name.padEnd(54),
          `${turns} turns ${JSON.stringify(statuses)}`.padEnd(44),
          `run p99 ${runs.p99} ms, at rest ${rest.p99}, ${times.toFixed(1)}×`.padEnd(42),
          `file p99 ${files.p99} ms`.padEnd(22),
          `+${grownMb} MB`.padEnd(8),
          `alarms: ${alarms.raised.join(', ') || 'none'}`.padEnd(26),
          troubles.join('; ') || 'held',
        ].join(' '),
      );
    }
  } finally {
    await product.stop();
    receiver.stop();
  }
  return isWell;
}

/** Alarms that an attack may raise, the statuses that cause them, and the number of these within a minute. */
const alarmsOfAttacks = [
  { kind: 'overload', status: 503, least: alarmRules.overload.raiseAt },
  { kind: 'guessing', status: 429, least: alarmRules.guessing.raiseAt },
] as const;

/**
 * Checks the alarms that were received from index `from` on. Enough refusals must raise their alarm, unless it is still
 * raised from the previous attack. No other alarm may be raised.
 */
async function judgeAlarms(receiver: AlarmReceiver, statuses: AttackOutcome['statuses'], from: number) {
  const troubles: string[] = [];
  for (const { kind, status, least } of alarmsOfAttacks) {
    const isDue = (statuses[status] ?? 0) >= least;
    if (isDue && !(await receiver.waitUntil(kind, true))) troubles.push(`no alarm ${kind}`);
  }
  const raised = receiver.received
    .slice(from)
    .filter(({ state }) => state === 'raised')
    .map(({ kind }) => kind);
  const known: readonly AlarmKind[] = alarmsOfAttacks.map(({ kind }) => kind);
  troubles.push(...raised.filter((kind) => !known.includes(kind)).map((kind) => `a false alarm ${kind}`));
  return { raised, troubles };
}

/** Records runs without other load; returns how long each took, in milliseconds. */
function recordAtRest(target: Target): Promise<number[]> {
  const end = performance.now() + restMs;
  return recordRuns(target, () => performance.now() > end, {});
}
