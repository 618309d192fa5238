import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findFastFolder } from './scripts/fast.folder.js';

/** What a test waits for is a state, not a speed: the default of one second fails on a busy machine. */
const bounds = { expect: { poll: { timeout: 20_000 } } };

// For databases and the profiles of browsers.
process.env.TMPDIR = findFastFolder();

/** Whether the server's tests use databases beside a named one (`npm run dossard -- test-distributed`). */
const onCluster = Boolean(process.env.TEST_DATABASE_URL);

export default defineConfig({
  test: {
    // More than two cores, because many tests wait for a process, a timer or a delayed answer.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...bounds,
          name: 'contract',
          root: 'contract',
          globalSetup: ['../scripts/built.setup.js'],
          include: ['src/**/*.test.ts'],
          testTimeout: 30_000,
          // Pure functions leave nothing behind, and a process for each file takes longer than its tests.
          isolate: false,
        },
      },
      {
        test: {
          ...bounds,
          name: 'postgres',
          root: 'postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...bounds,
          name: 'server',
          root: 'server',
          alias: { '@node-rs/argon2': fileURLToPath(new URL('server/src/testing/cheap.argon2.ts', import.meta.url)) },
          // What only a cluster can show is left to `npm run dossard -- test-distributed`.
          include: ['src/**/*.test.ts', ...(onCluster ? ['src/**/*.cluster.ts'] : [])],
          globalSetup: ['../scripts/built.setup.js', 'src/testing/postgres.setup.ts'],
          // On a cluster each new database takes tens of seconds.
          testTimeout: onCluster ? 600_000 : 60_000,
          hookTimeout: onCluster ? 600_000 : 120_000,
          // Each file opens an application of its own, so files can share modules, which take seconds to load.
          isolate: false,
        },
      },
      {
        test: {
          ...bounds,
          name: 'testbed',
          root: 'testbed',
          globalSetup: ['../scripts/built.setup.js'],
          include: ['src/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...bounds,
          name: 'engines',
          root: 'e2e',
          globalSetup: ['../scripts/built.setup.js', 'src/journeys.setup.ts'],
          include: ['src/engines/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...bounds,
          name: 'house',
          root: 'scripts',
          globalSetup: ['built.setup.js'],
          include: ['*.test.js'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...bounds,
          name: 'web',
          root: 'web',
          globalSetup: ['../scripts/built.setup.js'],
          setupFiles: ['src/testing/french.setup.ts'],
          include: ['src/**/*.test.ts'],
          testTimeout: 30_000,
          // Its files define globals of browsers, so each runs alone; a thread starts faster than a process.
          pool: 'threads',
        },
      },
    ],
  },
});
