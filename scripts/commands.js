import { join } from 'node:path';
import { buildMessages, buildServer, buildWhatIsStale, builtProgram } from './build.js';
import { npmWith } from './fetch.part.js';
import { installWhatIsMissing, run } from './install.js';
import { readSettings, root } from './runtime.js';

/** @typedef {(args: string[]) => void | Promise<void>} Command */

/** A program of the built server, such as `backup`. @param {string} name @returns {Command} */
const serverCommand = (name) => async (args) => {
  readSettings();
  installWhatIsMissing('running');
  await buildServer();
  run(process.execPath, [builtProgram(`${name}.main`), ...args]);
};

/** A source that measures or tries the built product. @param {...string} files @returns {Command} */
const source =
  (...files) =>
  async (args) => {
    installWhatIsMissing('everything');
    await buildWhatIsStale();
    for (const file of files) run(process.execPath, [join(root, file), ...args]);
  };

/** Tests that `npm test` leaves out. @param {string[]} chosen @param {NodeJS.ProcessEnv} [env] @returns {Command} */
const tests =
  (chosen, env = {}) =>
  async (args) => {
    installWhatIsMissing('everything');
    await buildMessages();
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    run(process.execPath, [vitest, 'run', ...chosen, ...args], { env: { ...process.env, ...env } });
  };

/** @type {Record<string, Command>} */
const commands = {
  start: async (args) => (await import('./start.js')).start(args),
  dev: async () => (await import('./dev.js')).develop(),
  test: async (args) => (await import('./test.js')).test(args),
  bench: source('bench/src/main.ts'),
  simulate: source('testbed/src/simulate.ts'),
  virtual: source('testbed/src/virtual.ts'),
  soak: source('testbed/src/soak.ts'),
  package: source('packaging/src/package.ts'),
  verify: serverCommand('verify'),
  distribute: serverCommand('distribute'),
  backup: serverCommand('backup'),
  restore: serverCommand('restore'),
  far: serverCommand('far'),
  factors: serverCommand('factors'),
  sbom: (args) => {
    const [npm, asked, options] = npmWith(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', ...args]);
    run(npm, asked, options);
  },
  screenshots: source('e2e/src/screenshots.ts', 'e2e/src/guide.pictures.ts', 'e2e/src/readme.pictures.ts'),
  latency: source('e2e/src/latency.ts'),
  desk: source('e2e/src/desk.measures.ts'),
  engines: async (args) => {
    await source('e2e/src/engines/report.missing.ts')([]);
    await tests(['--project', 'engines'])(args);
  },
  'test-distributed': (args) => {
    const { DATABASE_URL } = process.env;
    if (!DATABASE_URL) {
      console.error('Name a database of a cluster in DATABASE_URL, with the Citus extension and its workers added.');
      process.exit(1);
    }
    // The tests use new databases beside it; the application's own variable would choose it for everything.
    tests(['--project', 'server'], { DATABASE_URL: undefined, TEST_DATABASE_URL: DATABASE_URL })(args);
  },
  'test-containers': tests(['--config', 'packaging/vitest.containers.config.ts']),
  'test-package': tests(['--config', 'packaging/vitest.config.ts']),
};

/**
 * Runs a command by its name, with its arguments. Ends the process with the commands' names if there is none such.
 * @param {string[]} args
 */
export async function runCommand([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(args);
  console.error(`Usage: npm run dossard -- <command>, with one of these: ${Object.keys(commands).join(', ')}`);
  process.exit(1);
}
