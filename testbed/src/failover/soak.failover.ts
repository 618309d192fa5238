import { chanceOf } from '../referees/chance.ts';
import { describeVersions, findMissing } from './cluster.ts';
import { failOver } from './failover.ts';

/** How long the event may wait for its writes, in seconds. */
const mostSeconds = 15;

/** Strikes the primary so often, and prints what happened; true when nothing was lost and writes were back in time. */
export async function soakFailover(times: number, seed: number): Promise<boolean> {
  const missing = findMissing();
  if (missing.length > 0) {
    console.error(`This needs ${missing.join(', ')} of Debian: apt-get install ${missing.join(' ')} postgresql-15`);
    return false;
  }
  console.log(describeVersions());
  const { takeovers, ...outcome } = await failOver(times, chanceOf(seed), (takeover) =>
    console.log(JSON.stringify(takeover)),
  );
  console.log(JSON.stringify(outcome));
  const { lost, duplicated, half, unsent, boards } = outcome;
  const isInTime = takeovers.every(({ writes_back }) => writes_back <= mostSeconds);
  return isInTime && lost + duplicated + unsent === 0 && half.length + boards.length === 0;
}
