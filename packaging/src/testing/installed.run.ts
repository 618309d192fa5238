import { createEvent } from '@dossard/testbed/product/event.ts';
import { call, signIn } from '@dossard/testbed/product/product.ts';
import { expect } from 'vitest';
import type { Installation } from './installation.ts';

const doors = { door1: true, door2: true, door3: true, door4: false, door5: false, door6: false };

/** An installation of an archive with an event and one run, whose server was stopped cleanly. */
export async function installWithRun(install: (archive: string) => Promise<Installation>, archive: string) {
  const installation = await install(archive);
  const first = installation.run('start.sh');
  await first.ready();
  const { url } = installation;
  let cookie = await signIn(url);
  const event = await createEvent({ url, cookie }, 3);
  const recordRun = (submission_id: string) =>
    call({ url, cookie }, 'POST', '/run', {
      ...event,
      ...doors,
      dossard: 2,
      submission_id,
      penality: 1,
      chrono_sec: 40,
    });
  await recordRun('packaging-1');
  expect(await first.stop()).toBe(0);
  return {
    ...installation,
    recordRun,
    /** Counts the rider's runs, in the earlier session, which a backup would not contain. */
    async countRuns(): Promise<number> {
      const path = `/competition/${event.competition_id}/participant/2/runs`;
      return (await call<{ runs: unknown[] }>({ url, cookie }, 'GET', path)).runs.length;
    },
    async signInAgain() {
      cookie = await signIn(url);
    },
  };
}
