import { startBuiltServer } from './built.server.ts';

/**
 * Starts the product for all journeys, and stops it after them. With `JOURNEY_URL` they use that server; its first
 * account must be the testbed's.
 */
export default async function setUpJourneys(): Promise<() => Promise<void>> {
  return process.env.JOURNEY_URL ? async () => {} : startBuiltServer();
}
