import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildInstallation } from '@dossard/packaging/build.ts';
import { scriptsOf } from '@dossard/packaging/scripts.ts';
import { ownTarget } from '@dossard/packaging/targets.ts';
import { environmentOf, freePort, root } from '@dossard/testbed/product/product.ts';
import { type Figure, median, millisecondsOf } from './figure.ts';

const rounds = 7;

/** Measures from the command to the first ready answer, each on a folder with an existing database. */
export async function measurePackageStart(): Promise<Figure> {
  const target = ownTarget();
  if (!target) throw new Error(`No package is built for ${process.platform} on ${process.arch}.`);
  const folder = await mkdtemp(join(tmpdir(), 'dossard-start-'));
  try {
    const home = await buildInstallation(target, folder);
    const [script] = scriptsOf(target);
    const ofPackage = () => start([join(home, script?.file ?? '')], join(folder, 'of-package'));
    const ofSources = () => start(['npm', 'start', '--silent'], join(folder, 'of-sources'));
    const taken: { sources: number; package: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const figures = { sources: await ofSources(), package: await ofPackage() };
      // The first round creates the database.
      if (round > 0) taken.push(figures);
    }
    const ms = { sources: median(taken.map((one) => one.sources)), package: median(taken.map((one) => one.package)) };
    return {
      value: median(taken.map((one) => one.package / one.sources)),
      unit: 'ratio',
      reach: '≤ 1.0',
      note: `package ${Math.round(ms.package)} ms, npm start ${Math.round(ms.sources)} ms`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Returns the milliseconds from a start until the product is ready; then stops it. */
async function start([command = '', ...args]: string[], dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { ...environmentOf(port, dataDir), OPEN_BROWSER: 'off' };
  const child = spawn(command, args, { cwd: root, env, stdio: 'ignore' });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const taken = await millisecondsOf(async () => {
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode} instead of serving.`);
      await sleep(5);
    }
  });
  child.kill('SIGTERM');
  await once(child, 'exit');
  return taken;
}
