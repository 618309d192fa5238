import { startBuiltServer } from './built.server.ts';

/**
 * Starts the product for all journeys, and stops it after them. With `JOURNEY_URL` they are played on what runs there, of
 * which the first account must be that of the testbed.
 */
export default async function setUpJourneys(): Promise<() => Promise<void>> {
  return process.env.JOURNEY_URL ? async () => {} : startBuiltServer();
}
