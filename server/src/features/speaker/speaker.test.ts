import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import { createRun, deleteRun } from '@dossard/contract/runs/run.endpoints.ts';
import {
  createSpeakerLink,
  deleteSpeakerLink,
  getLinkedSpeakerFeed,
  getSpeakerFeed,
  getSpeakerLink,
  streamLinkedSpeaker,
} from '@dossard/contract/speaker/speaker.endpoints.ts';
import type { SpeakerFeed } from '@dossard/contract/speaker/speech.schema.ts';
import { closeZone, createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { speakerLinks } from '../../tables/invitation.table.ts';
import {
  competitionInput,
  doors,
  graduation,
  makeCompetition,
  phoneReport,
  runOf,
  tens,
} from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

let now = new Date('2027-06-12T10:00:00.000Z');
const house = await startTestApp({ clock: () => now });
let admin: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  now = new Date('2027-06-12T10:00:00.000Z');
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 4));
});

const params = () => ({ id: competitionId });
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
async function ride(dossard: number, won: number, more: Record<string, unknown> = {}) {
  later(1_000);
  const all = [1, 2, 3, 4, 5, 6].slice(0, won);
  const body = { ...runOf(competitionId, zoneId, dossard), ...doors(...all), penality: 0, ...more };
  expect((await admin.call(createRun, { body })).status).toBe(201);
}
const read = async (by = admin): Promise<SpeakerFeed> => (await by.call(getSpeakerFeed, { params: params() })).body;

test('describes what each of the latest runs changed, the important ones first (K1, K2)', async () => {
  await ride(1, 3);
  await ride(2, 5);
  await ride(3, 2);
  const { speeches, riders } = await read();
  expect(speeches.map(({ dossard, points, important, place }) => ({ dossard, points, important, place }))).toEqual([
    { dossard: 2, points: 50, important: true, place: { kind: 'takes_lead', dossard: 1, margin: 20 } },
    { dossard: 3, points: 20, important: false, place: { kind: 'enters_podium', rank: 3, dossard: 1, margin: 10 } },
    { dossard: 1, points: 30, important: false, place: { kind: 'takes_lead', dossard: null, margin: 0 } },
  ]);
  expect(riders.map(({ dossard, rank, total_points }) => [dossard, rank, total_points])).toEqual([
    [2, 1, 50],
    [1, 2, 30],
    [3, 3, 20],
  ]);
});

test('describes what a rider needs in the last zone (K3)', async () => {
  await admin.call(updateCompetition, { params: params(), body: { ...competitionInput, laps: 1 } });
  const body = { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] };
  const { body: torrent } = await admin.call(createZone, { params: params(), body });
  for (const dossard of [1, 2, 3]) {
    await ride(dossard, 6);
    await ride(dossard, 6 - dossard, { zone_id: torrent.id });
  }
  await ride(4, 6);
  const [first] = (await read()).speeches;
  expect(first).toMatchObject({ dossard: 4, need: { place: 3, points: 40, doors: 4 }, important: true, clean: true });
});

test('describes no need of a run that is no longer expected (K3, U8, E11)', async () => {
  await admin.call(updateCompetition, { params: params(), body: { ...competitionInput, laps: 1 } });
  const addZone = async (name: string): Promise<number> =>
    (await admin.call(createZone, { params: params(), body: { name, graduations: [graduation('U13', 'F', tens)] } }))
      .body.id;
  const [torrent, source] = [await addZone('Le Torrent'), await addZone('La Source')];
  const close = (zone: number, closed: boolean) =>
    admin.call(closeZone, { params: { ...params(), zoneId: zone }, body: { closed } });
  for (const dossard of [1, 2, 3]) {
    await ride(dossard, 6);
    await ride(dossard, 6 - dossard, { zone_id: torrent });
  }
  await ride(4, 6);
  const need = async () => (await read()).speeches.find(({ dossard }) => dossard === 4)?.need;
  expect(await need()).toBeNull();
  await close(source, true);
  expect(await need()).toMatchObject({ place: 3, doors: 4 });
  await close(torrent, true);
  expect(await need()).toBeNull();
  await close(torrent, false);
  expect(await need()).toMatchObject({ place: 3 });
  const status = { competition_id: competitionId, dossard_number: 4, status: 'dnf', reason: '' } as const;
  expect((await admin.call(updateStatus, { body: status })).status).toBe(200);
  expect(await need()).toBeNull();
});

test('names the first three of a group, also when their runs are no longer among the latest', async () => {
  await ride(1, 3);
  await ride(2, 5);
  for (let time = 0; time < 40; time++) await ride(3, 0);
  const { speeches, riders } = await read();
  expect(new Set(speeches.map(({ dossard }) => dossard))).toEqual(new Set([3]));
  expect(riders.map(({ dossard, rank }) => [dossard, rank])).toEqual([
    [2, 1],
    [1, 2],
    [3, 3],
  ]);
});

test('omits a run that was deleted, and its effects', async () => {
  await ride(1, 3);
  await ride(2, 5);
  await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 2, runNumber: 1 } });
  expect((await read()).speeches).toMatchObject([{ dossard: 1, place: { kind: 'takes_lead', dossard: null } }]);
});

test('shows full names, whatever the public sees', async () => {
  await admin.call(updateCompetition, { params: params(), body: { ...competitionInput, public_names: 'bib' } });
  await ride(1, 3);
  expect((await read()).riders).toMatchObject([{ first_name: 'Zoé', last_name: 'Garnier 1' }]);
});

test('shows who is riding in each zone, as long as a phone reports it (K4)', async () => {
  const report = (riding: number | null) =>
    admin.call(reportPhone, { params: params(), body: phoneReport(zoneId, { riding }) });
  const riding = async () => (await read()).zones.map(({ riding_dossards }) => riding_dossards);
  expect((await report(3)).status).toBe(200);
  expect(await riding()).toEqual([[3]]);
  expect((await read()).riders).toMatchObject([{ dossard: 3, last_name: 'Garnier 3', rank: null }]);
  later(31_000);
  expect(await riding()).toEqual([[]]);
  await report(99);
  expect(await riding()).toEqual([[]]);
  await report(3);
  await report(null);
  expect(await riding()).toEqual([[]]);
});

describe('the link', () => {
  const link = async () => (await admin.call(getSpeakerLink, { params: params() })).body.link;
  const make = async (by = admin): Promise<string> =>
    (await by.call(createSpeakerLink, { params: params() })).body.token;
  const open = (token: string) => house.visitor.call(getLinkedSpeakerFeed, { query: { token } });

  it('opens the same page without an account, and no other page', async () => {
    await ride(1, 3);
    const { status, body } = await open(await make());
    expect([status, body]).toEqual([200, await read()]);
    expect(await link()).toEqual({
      created_by: 'Camille Exemple',
      created_at: now.toISOString(),
      expires_at: '2027-07-12T10:00:01.000Z',
    });
    expect((await open('of-no-link')).body.code).toBe('invalid_token');
  });

  it('opens the stream of a private competition', async () => {
    const stream = (token: string) => house.visitor.call(streamLinkedSpeaker, { query: { token } });
    const token = await make();
    expect((await stream(token)).status).toBe(200);
    await admin.call(deleteSpeakerLink, { params: params() });
    expect((await stream(token)).status).toBe(400);
  });

  it('is stored in the database as a hash', async () => {
    const token = await make();
    expect(JSON.stringify(await house.db.select().from(speakerLinks))).not.toContain(token);
  });

  it('is revoked immediately; revoking again changes nothing', async () => {
    const token = await make();
    const takeBack = () => admin.call(deleteSpeakerLink, { params: params() });
    expect([(await takeBack()).status, (await takeBack()).status]).toEqual([204, 204]);
    expect((await open(token)).status).toBe(400);
    expect(await link()).toBeNull();
  });

  it('expires when a new one is created, after 30 days, and when its creator loses the rights', async () => {
    const first = await make();
    const second = await make();
    expect([(await open(first)).status, (await open(second)).status]).toEqual([400, 200]);
    later(30 * 86_400_000);
    expect((await open(second)).status).toBe(400);

    now = new Date('2027-06-12T10:00:00.000Z');
    const other = await house.signInAs('admin', competitionId);
    const theirs = await make(other);
    await admin.call(updateMember, { params: params(), body: { user_id: other.id, role: 'viewer' } });
    expect((await open(theirs)).status).toBe(400);
  });

  it('is created by admins only; editors read the page', async () => {
    const editor = await house.signInAs('editor', competitionId);
    expect((await editor.call(createSpeakerLink, { params: params() })).status).toBe(403);
    expect((await editor.call(getSpeakerFeed, { params: params() })).status).toBe(200);
    const referee = await house.signInAs('referee', competitionId);
    expect((await referee.call(getSpeakerFeed, { params: params() })).status).toBe(403);
  });
});
