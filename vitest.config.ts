import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'postgres',
          root: 'postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          // What only a cluster can show is left to `npm run test:distributed`.
          include: ['src/**/*.test.ts', ...(process.env.TEST_DATABASE_URL ? ['src/**/*.cluster.ts'] : [])],
          globalSetup: ['src/testing/postgres.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'testbed',
          root: 'testbed',
          include: ['src/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'house', root: 'scripts', include: ['*.test.js'], testTimeout: 30_000 } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.ts'] } },
    ],
  },
});
