import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCompetition, rider, runOf } from '../testing/main.job.ts';
import { startTestApp } from '../testing/test.app.ts';
import { listBackups } from './backup.files.ts';
import { type Backups, startBackups } from './backup.schedule.ts';
import { makeFolder } from './testing/backup.places.ts';

const house = await startTestApp();
const { admin, competitionId, zoneId } = await makeCompetition(house);
const record = () => admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });

let backups: Backups | undefined;
afterEach(() => backups?.stop());

/** Starts backups in a temporary folder, on a clock that advances a quarter of an hour per call of `advance`. */
async function begin(folder?: string) {
  const place = folder ?? join(await makeFolder(), 'backups');
  let at = new Date('2027-06-12T12:00:00Z').getTime();
  const said: string[] = [];
  const made = startBackups({
    db: house.db,
    folder: place,
    clock: () => new Date(at),
    report: (sentence) => said.push(sentence),
  });
  backups = made;
  await made.runNow();
  const advance = async (minutes = 15) => {
    at += minutes * 60_000;
    await made.runNow();
  };
  const list = async () => (await listBackups(place)).map(({ name }) => name.slice(19, -10)).reverse();
  return { folder: place, said, advance, list, stop: made.stop };
}

test('one is written at the start, then one in each interval after a change', async () => {
  const { advance, list, said } = await begin();
  expect(await list()).toEqual(['12-00-00Z-start']);
  await advance();
  expect(await list()).toEqual(['12-00-00Z-start']);
  await record();
  await advance();
  await advance();
  expect(await list()).toEqual(['12-00-00Z-start', '12-30-00Z-runs']);
  await admin.call(createParticipant, { body: rider(competitionId, 40) });
  await advance();
  // Not only audited changes: a name corrected directly in the database, a mail that was sent.
  await house.db.execute(sql`update users set first_name = first_name || '!'`);
  await advance();
  expect(await list()).toEqual(['12-00-00Z-start', '12-30-00Z-runs', '13-00-00Z-runs', '13-15-00Z-runs']);
  expect(said).toEqual([]);
});

test('a start with everything saved writes nothing, and transient tables do not count as changes', async () => {
  const first = await begin();
  await first.stop();
  await house.db.execute(sql`update sessions set expires_at = '2030-01-01'`);
  await house.db.execute(sql`insert into rate_limits (key, points) values ('somebody', 3)`);
  const second = await begin(first.folder);
  expect(await second.list()).toEqual(['12-00-00Z-start']);
  await rm(first.folder, { recursive: true });
  await second.advance();
  expect(await second.list()).toEqual(['12-15-00Z-runs']);
});

test('a damaged newest backup does not count', async () => {
  const { folder, advance, list } = await begin();
  await writeFile(join(folder, 'dossard-2027-06-12T12-00-00Z-start.backup.gz'), 'damaged');
  await advance();
  expect(await list()).toEqual(['12-00-00Z-start', '12-15-00Z-runs']);
});

test('a failure is reported, and the next run tries again', async () => {
  const folder = join(await makeFolder(), 'backups');
  await writeFile(folder, '');
  const { said, advance, list } = await begin(folder);
  expect(said).toContain(
    `No backup could be written to ${folder}: a file is in the place of the folder. It is tried again in 15 minutes.`,
  );
  await rm(folder);
  await advance();
  expect(await list()).toEqual(['12-15-00Z-start']);
});

test('old ones are removed', async () => {
  const { advance, list } = await begin();
  await record();
  await advance(8 * 24 * 60);
  await advance();
  expect(await list()).toEqual(['12-00-00Z-runs']);
});

test('a run does not start while another is under way', async () => {
  const { folder } = await begin();
  await record();
  await Promise.all([backups?.runNow(), backups?.runNow(), backups?.runNow()]);
  expect(await readdir(folder)).toHaveLength(2);
});

test('turns run automatically, until they are stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { list, stop } = await begin();
    await record();
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    await backups?.runNow();
    expect(await list()).toHaveLength(2);
    await record();
    await stop();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(await list()).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
