import { parseArgs } from 'node:util';
import { chanceOf } from './chance.ts';
import { startFor, victims } from './killing.ts';
import { killUnderLoad } from './kills.ts';

/* `npm run soak -- --kills 50 --seed 1`: kills each victim so often under load. Fails when a confirmed write is lost. */

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1)
  throw new Error(`--kills takes a whole number from 1, not "${values.kills}".`);
const chance = chanceOf(Number(values.seed));
for (const victim of victims) {
  const product = await startFor(victim);
  try {
    const report = await killUnderLoad(product, victim, kills, chance);
    console.log(victim, JSON.stringify(report));
    if (report.lost > 0 || report.duplicated > 0 || report.half.length > 0) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}
