import { sheetOf } from '@dossard/testbed/event.ts';
import { call } from '@dossard/testbed/product.ts';
import type { Bench } from './bench.ts';
import { type Figure, median } from './figure.ts';

const rows = 5_000;
const rounds = 5;

/** Time to import 5,000 rows of csv over HTTP, divided by a dry run of the same file, which reads and plans only. */
export async function measureImport(bench: Bench): Promise<Figure> {
  const stored: number[] = [];
  const told: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const competition = await call<{ id: number }>(bench, 'POST', '/competition', {
      name: `Import ${round}`,
      date: '2027-06-12',
      location: 'Pommiers',
      organizer: 'Vélo Club Fictif',
      contact: 'contact@dossard.test',
    });
    const path = `/competition/${competition.id}/participants`;
    told.push(await secondsOf(() => call(bench, 'POST', `${path}?dry_run=true`, sheetOf(rows))));
    stored.push(await secondsOf(() => call(bench, 'POST', path, sheetOf(rows))));
  }
  return {
    value: median(stored) / median(told),
    unit: 'ratio',
    reach: '≤ 3',
    note: `${Math.round(rows / median(stored))} rows/s stored, ${Math.round(rows / median(told))} rows/s only read`,
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
