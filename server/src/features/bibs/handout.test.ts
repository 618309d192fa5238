import { getHandout, markAbsent, updateHandout } from '@dossard/contract/bibs/bib.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  listParticipants,
  swapParticipants,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

let now = new Date('2027-06-12T08:00:00.000Z');
const house = await startTestApp({ clock: () => now });
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  now = new Date('2027-06-12T08:00:00.000Z');
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 4));
});

const at = (minute: number) => new Date(Date.UTC(2027, 5, 12, 7, minute)).toISOString();
/** Sends ticks from a device whose clock shows the given time. */
const tick = (ticks: [dossard: number, came: boolean, minute: number][], clock = now.toISOString()) =>
  admin.call(updateHandout, {
    params: { id },
    body: { clock, ticks: ticks.map(([dossard, came, minute]) => ({ dossard, came, at: at(minute) })) },
  });
const handout = async () => (await admin.call(getHandout, { params: { id } })).body.riders;
const came = async () =>
  (await handout()).filter((one: { came: boolean }) => one.came).map((one: { dossard: number }) => one.dossard);
const absent = (dossards: number[], by = admin) => by.call(markAbsent, { params: { id }, body: { dossards } });
const statuses = async () =>
  (await admin.call(listParticipants, { params: { id } })).body.participants.map(
    (one: { status: string }) => one.status,
  );

describe('the hand-out of bibs (B4)', () => {
  it('keeps the latest tick of a rider, in whatever order and however often devices send them', async () => {
    await tick([
      [1, true, 30],
      [2, true, 31],
    ]);
    await tick([[1, false, 40]]);
    // The first device was offline; it sends its earlier ticks again, and newer ones.
    await tick([
      [1, true, 30],
      [2, true, 31],
      [3, true, 20],
    ]);
    await tick([
      [1, true, 30],
      [2, true, 31],
      [3, true, 20],
    ]);
    expect(await came()).toEqual([2, 3]);
  });

  it('orders ticks by the time they were made, even when a clock is an hour ahead', async () => {
    const anHourAhead = '2027-06-12T09:00:00.000Z';
    await tick([[1, true, 85]], anHourAhead);
    await tick([[1, false, 30]]);
    expect(await came()).toEqual([]);
    const [first] = await handout();
    expect(first).toMatchObject({ dossard: 1, came: false, ticked_at: '2027-06-12T07:30:00.000Z' });
  });

  it('does not let a tick dated tomorrow override those of today', async () => {
    await tick([[1, true, 300]]);
    now = new Date('2027-06-12T08:10:00.000Z');
    await tick([[1, false, 69]]);
    expect(await came()).toEqual([]);
  });

  it('skips a bib without a rider, and deletes the tick of a removed rider', async () => {
    await tick([[1, true, 30]]);
    await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 1 } });
    expect(
      (
        await tick([
          [1, true, 31],
          [99, true, 31],
          [2, true, 31],
        ])
      ).status,
    ).toBe(200);
    await admin.call(createParticipant, { body: rider(id, 1, { last_name: 'Nouvelle' }) });
    expect(await came()).toEqual([2]);
  });

  it('gives a tick to the rider who had the bib when it was made, and to nobody new', async () => {
    // The log has the time of the database.
    const before = new Date().toISOString();
    await admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 2] } });
    await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 3 } });
    await admin.call(createParticipant, { body: rider(id, 3, { last_name: 'Nouvelle' }) });
    now = new Date();
    const send = (at: string) => {
      const ticks = [1, 3, 4].map((dossard) => ({ dossard, came: true, at }));
      return admin.call(updateHandout, { params: { id }, body: { clock: now.toISOString(), ticks } });
    };
    await send(before);
    expect(await came()).toEqual([2, 4]);
    // By a clock that was wrong: who has the bib is the first who ever had it.
    await admin.call(createParticipant, { body: rider(id, 9) });
    const ticks = [{ dossard: 9, came: true, at: '2020-01-01T00:00:00.000Z' }];
    await admin.call(updateHandout, { params: { id }, body: { clock: now.toISOString(), ticks } });
    expect(await came()).toEqual([2, 4, 9]);
    await send(now.toISOString());
    expect(await came()).toEqual([1, 2, 3, 4, 9]);
  });

  it('changes no ranking, and is open to editors and admins only', async () => {
    const before = (await admin.call(getRanking, { params: { id } })).body.version;
    await tick([[1, true, 30]]);
    expect((await admin.call(getRanking, { params: { id } })).body.version).toBe(before);
    const referee = await house.signInAs('referee', id);
    expect((await referee.call(getHandout, { params: { id } })).status).toBe(403);
  });
});

describe('riders who did not come (B5)', () => {
  it('become DNS in one action, except those who came, rode or have a status', async () => {
    await tick([[1, true, 30]]);
    await admin.call(createRun, { body: runOf(id, zoneId, 2) });
    await admin.call(updateStatus, { body: { competition_id: id, dossard_number: 3, status: 'nc' } });
    const done = await absent([1, 2, 3, 4]);
    expect(done.body).toEqual({ dossards: [4] });
    expect(await statuses()).toEqual([null, null, 'nc', 'dns']);
    expect((await absent([4])).body).toEqual({ dossards: [] });
  });

  it('skips riders who were not on the list that was shown, and is undone one by one in the history', async () => {
    expect((await absent([3, 4])).body).toEqual({ dossards: [3, 4] });
    expect(await statuses()).toEqual([null, null, 'dns', 'dns']);
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    const ofThree = entries.find(({ subject }: { subject: { key: string } }) => subject.key === '3');
    await admin.call(restoreEntry, { params: { id, entry: ofThree.id } });
    expect(await statuses()).toEqual([null, null, null, 'dns']);
  });

  it('counts a rider who comes at the same moment either as present or as absent, never both', async () => {
    const [, done] = await Promise.all([tick([[1, true, 59]]), absent([1])]);
    const [first] = await handout();
    expect(first.status).toBe(done.body.dossards.includes(1) ? 'dns' : null);
  });
});
