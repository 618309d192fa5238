import { chanceOf } from '../referees/chance.ts';
import { blows, describeVersions, findMissing } from './cluster.ts';
import { failOver } from './failover.ts';

/** Maximum time that the event may wait for its writes, in seconds. */
const mostSeconds = 15;

/**
 * Strikes the primary `times` times, with the blows whose name contains `only` in turn, and prints the results. Returns
 * true if nothing was lost, writes were back in time and the alarms were right.
 */
export async function soakFailover(times: number, seed: number, only: string): Promise<boolean> {
  const chosen = blows.filter((blow) => blow.includes(only));
  if (chosen.length === 0) throw new Error(`--only takes a part of: ${blows.join(', ')}.`);
  const missing = findMissing();
  if (missing.length > 0) {
    console.error(`This needs ${missing.join(', ')} of Debian: apt-get install ${missing.join(' ')} postgresql-15`);
    return false;
  }
  console.log(describeVersions());
  const { takeovers, ...outcome } = await failOver(times, chosen, chanceOf(seed), (takeover) =>
    console.log(JSON.stringify(takeover)),
  );
  console.log(JSON.stringify(outcome));
  const { lost, duplicated, half, unsent, boards } = outcome;
  const isInTime = takeovers.every(({ writes_back }) => writes_back <= mostSeconds);
  const isAlarmed = takeovers.every(({ alarm_troubles }) => alarm_troubles.length === 0);
  return isInTime && isAlarmed && lost + duplicated + unsent === 0 && half.length + boards.length === 0;
}
