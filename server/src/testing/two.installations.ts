import type { AddressInfo } from 'node:net';
import * as places from '@dossard/contract/places/place.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, listRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { createZone, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, expect } from 'vitest';
import { compareDigests, computeDigest } from '../features/places/digest.ts';
import { exchangeOnce } from '../features/places/exchange.step.ts';
import { doors, graduation, makeCompetition, runOf, tens } from './main.job.ts';
import { startTestApp, type TestApp, type TestCaller } from './test.app.ts';

/* Two installations in one process, each with its own database, that call each other over http. */

export interface Installation {
  house: TestApp;
  url: string;
  admin: TestCaller;
  /** Ids of the competition and of its zone there. */
  id: number;
  zoneId: number;
}

export const clock = () => new Date();
export const laptop = {} as Installation;
export const cloud = {} as Installation;

export const listen = async ({ app }: TestApp) => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

/**
 * Starts both for a test file. For each test the laptop has a new competition of three riders; the cloud has other
 * data, so that ids differ.
 */
export async function openInstallations(): Promise<void> {
  const [laptopHouse, cloudHouse] = [await startTestApp(), await startTestApp()];
  beforeEach(async () => {
    const made = await makeCompetition(laptopHouse, 3);
    Object.assign(laptop, {
      house: laptopHouse,
      url: await listen(laptopHouse),
      admin: made.admin,
      id: made.competitionId,
      zoneId: made.zoneId,
    });
    const other = await makeCompetition(cloudHouse, 3);
    const spare = { name: 'Ailleurs', graduations: [graduation('U13', 'F', tens)] };
    await other.admin.call(createZone, { params: { id: other.competitionId }, body: spare });
    const admin = await cloudHouse.signIn(['create_competition']);
    Object.assign(cloud, { house: cloudHouse, url: await listen(cloudHouse), admin, id: 0, zoneId: 0 });
  });
}

/** Shares the laptop's competition, with a code from the cloud. */
export async function share(): Promise<void> {
  const code = (await cloud.admin.call(places.createReceivingCode)).body.code;
  const given = await laptop.admin.call(places.givePlace, {
    params: { id: laptop.id },
    body: { address: cloud.url, code: code.toLowerCase().replaceAll('-', ' ') },
  });
  expect(given.status).toBe(200);
  const { rows } = await cloud.house.db.execute<{ id: number }>('select max(competition_id) as id from places');
  cloud.id = Number(rows[0]?.id);
  await settle();
  cloud.zoneId = (await cloud.admin.call(listZones, { params: { id: cloud.id } })).body.zones[0].id;
}

export const exchange = () => exchangeOnce(laptop.house.db, clock, laptop.id);
/** Exchanges until both are in sync. */
export async function settle(): Promise<void> {
  for (let more = true; more; ) more = await exchange();
  await exchange();
}
export const ride = (at: Installation, dossard: number, won: number, submission_id?: string) =>
  at.admin.call(createRun, {
    body: {
      ...runOf(at.id, at.zoneId, dossard, doors(...[1, 2, 3, 4, 5, 6].slice(0, won))),
      ...(submission_id && { submission_id }),
    },
  });
export const rankings = async (at: Installation) =>
  JSON.stringify((await at.admin.call(getRanking, { params: { id: at.id }, query: {} })).body.rankings);
export const placeOf = async (at: Installation) =>
  (await at.admin.call(places.getPlace, { params: { id: at.id } })).body.place;
export const runsOf = async (at: Installation, dossard: number) =>
  (await at.admin.call(listRuns, { params: { id: at.id, dossard } })).body.runs.map(
    ({ run_number, points }: { run_number: number; points: number }) => [run_number, points],
  );

/** Finds log entries and conflicts that contain a name. */
export async function findName({ house, id }: Installation, name: string) {
  const { rows } = await house.db.execute(`
    select subject from audit_log where competition_id = ${id} and concat(before, after) like '%${name}%'
    union all select 'conflict' from place_conflicts where competition_id = ${id} and theirs::text like '%${name}%'`);
  return rows;
}

/** Expects the same rankings, and no difference in any column that the log knows (Y7). */
export async function expectEqual(): Promise<void> {
  expect(await rankings(cloud)).toBe(await rankings(laptop));
  const digestOf = ({ house, id }: Installation, side: 'a' | 'b') =>
    house.db.transaction((tx) => computeDigest(tx, id, side));
  const [ours, theirs] = [await digestOf(laptop, 'a'), await digestOf(cloud, 'b')];
  expect(compareDigests(ours, theirs, clock()).differs).toEqual([]);
}
