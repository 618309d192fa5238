import { parseArgs } from 'node:util';
import { signIn, startProduct } from '@dossard/testbed/product/product.ts';
import { measureCluster } from './cluster.ts';
import { measureColdStart, measureDayMemory, measurePrice } from './day.ts';
import { measureEdgeRequests, measureEdgeStaleness } from './edge.ts';
import { measureFanout, measureFanoutMemory, measureManyStreams } from './fanout.ts';
import type { Figure } from './figure.ts';
import { measureClusterWrite, measureRunsByEvents } from './growth.ts';
import { measureImport, measureImportStore, measureWriteDuringImport } from './import.ts';
import { measurePackageStart } from './package.start.ts';
import { measureFirstPaint, measurePageWeight } from './public.pages.ts';
import { measureRankingGrowth, measureRankingRebuild } from './ranking.compute.ts';
import { measureRankingNotModified, measureRankingRead } from './ranking.read.ts';
import { measureRunWrite } from './run.write.ts';
import { measureSeriesGrowth, measureSeriesStart, measureWriteDuringStandings } from './series.ts';
import { measureVerify } from './verify.ts';

/*
 * `npm run bench`: prints a table of ratios; with `--json` the last line is one JSON object by name. `--only a,b`
 * measures only these, `--profile folder` writes a CPU profile of the server there.
 */

const measurements = {
  ranking_read: measureRankingRead,
  ranking_not_modified: measureRankingNotModified,
  first_paint: measureFirstPaint,
  page_weight: measurePageWeight,
  run_write: measureRunWrite,
  ranking_growth: measureRankingGrowth,
  series_growth: measureSeriesGrowth,
  series_start: measureSeriesStart,
  write_during_standings: measureWriteDuringStandings,
  ranking_rebuild: measureRankingRebuild,
  fanout: measureFanout,
  fanout_memory: measureFanoutMemory,
  import: measureImport,
  import_store: measureImportStore,
  write_during_import: measureWriteDuringImport,
  cluster: measureCluster,
  runs_per_second_by_events: measureRunsByEvents,
  cluster_write: measureClusterWrite,
  streams_20k: measureManyStreams,
  edge_origin_requests: measureEdgeRequests,
  edge_staleness: measureEdgeStaleness,
  package_start: measurePackageStart,
  verify: measureVerify,
  day_memory: measureDayMemory,
  cold_start: measureColdStart,
  price: measurePrice,
};

const { values: asked } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string' }, profile: { type: 'string' } },
});
const only = asked.only?.split(',');
for (const name of only ?? []) if (!(name in measurements)) throw new Error(`There is no measurement ${name}.`);

const nodeOptions = asked.profile ? ['--cpu-prof', `--cpu-prof-dir=${asked.profile}`] : [];
const product = await startProduct({}, { nodeOptions });
const bench = {
  url: product.url,
  cookie: await signIn(product.url),
  databaseUrl: await product.databaseUrl(),
  dataDir: product.dataDir,
  pid: () => product.server().pid ?? 0,
  async restart() {
    await product.kill();
    await product.restart();
  },
};
const figures: Record<string, Figure> = {};
try {
  for (const [name, measure] of Object.entries(measurements)) {
    if (only && !only.includes(name)) continue;
    const figure = await measure(bench);
    figures[name] = figure;
    console.log(`${name.padEnd(26)} ${figure.value.toFixed(2).padStart(6)}  (${figure.reach})  ${figure.note}`);
  }
} finally {
  await product.stop();
}
if (asked.json) console.log(JSON.stringify(figures));
