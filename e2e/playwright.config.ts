import { defineConfig } from '@playwright/test';
import { findBrowser } from './src/browser.ts';

const browser = await findBrowser();

/** The journeys that open every screen. */
const everyScreen = /(screens|markup)\.spec\.ts$/;

/** Journeys on the built product in a real browser, with the real server and its own PostgreSQL. */
export default defineConfig({
  testDir: './src/journeys',
  outputDir: './results',
  // More than two cores, because journeys wait for pages, alarms and timers.
  workers: 5,
  timeout: 120_000,
  retries: 0,
  // Longer than a run waits whose attempt ended with its page (40 s).
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
  globalSetup: './src/journeys.setup.ts',
  use: {
    ...browser,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
    // Screenshots and snapshots would take a third of the run; actions and requests are enough to find a race.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    actionTimeout: 30_000,
    // Motion takes a tenth of a run. Only journeys about motion, and those of a whole day, enable it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // The journeys of every screen take longest, so they start first. Also, lists of competitions and sessions are still
  // short then.
  projects: [
    { name: 'screens', testMatch: everyScreen },
    { name: 'journeys', testIgnore: everyScreen },
  ],
});
