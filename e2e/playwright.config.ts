import { defineConfig } from '@playwright/test';
import { findBrowser } from './src/browser.ts';

const browser = await findBrowser();

/** Journeys on the built product in a real browser, with the real server and its own PostgreSQL. */
export default defineConfig({
  testDir: './src/journeys',
  outputDir: './results',
  workers: 2,
  timeout: 120_000,
  retries: 0,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
  globalSetup: './src/built.server.ts',
  use: {
    ...browser,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    actionTimeout: 30_000,
  },
  projects: [{ name: 'journeys' }],
});
