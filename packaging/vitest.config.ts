import { defineConfig } from 'vitest/config';

/** Builds a package and runs it; a separate command because it takes long: `npm run dossard -- test-package`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/package.setup.ts'],
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
