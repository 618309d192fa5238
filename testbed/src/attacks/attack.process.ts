import type { Attack, Size, Target } from './attack.ts';
import { allAttacks } from './attacks.ts';

/* One attack in a separate process, so that its work does not slow down the measured calls. */

/** The arguments of the process. */
export interface AttackOrder {
  name: string;
  target: Target;
  size: Size;
}

/** The report at its end: the number of strikes, and the number of answers by status. */
export interface AttackOutcome {
  turns: number;
  statuses: Record<number, number>;
}

const { name, target, size } = JSON.parse(process.argv[2] ?? '') as AttackOrder;
const attack = allAttacks[name] as Attack;
const outcome: AttackOutcome = { turns: 0, statuses: {} };
let isOver = false;
process.once('message', () => {
  isOver = true;
});
await attack.prepare?.(target, size);
process.send?.('begins');
const strikeOn = async () => {
  while (!isOver) {
    outcome.turns += 1;
    const status = await attack.strike(target, outcome.turns);
    if (status !== undefined) outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
  }
};
await Promise.all(Array.from({ length: attack.connections[size] }, strikeOn));
process.send?.(outcome, () => process.exit());
