import { defineConfig } from 'vitest/config';

/** Builds the image of deploy/ and runs it; a separate command because it takes long: `npm run dossard -- test-containers`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.containers.ts'],
    maxWorkers: 1,
    testTimeout: 120_000,
  },
});
