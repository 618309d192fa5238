import { signIn, startProduct } from '@dossard/testbed/product.ts';
import type { Figure } from './figure.ts';
import { measureImport } from './import.ts';
import { measureRunWrite } from './run.write.ts';

/* `npm run bench`: a table of ratios; with `--json` the last line is one JSON object by name. */

const measurements = { run_write: measureRunWrite, import_store: measureImport };

const product = await startProduct();
const bench = { url: product.url, cookie: await signIn(product.url), databaseUrl: await product.databaseUrl() };
const figures: Record<string, Figure> = {};
try {
  for (const [name, measure] of Object.entries(measurements)) {
    const figure = await measure(bench);
    figures[name] = figure;
    console.log(`${name.padEnd(16)} ${figure.value.toFixed(2).padStart(6)}  (${figure.reach})  ${figure.note}`);
  }
} finally {
  await product.stop();
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
