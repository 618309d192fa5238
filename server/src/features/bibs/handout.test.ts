import { getHandout, markAbsent, updateHandout } from '@dossard/contract/bibs/bibs.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  listParticipants,
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
  it('keeps the latest tick of a rider, in whatever order and however often devices send theirs', async () => {
    await tick([
      [1, true, 30],
      [2, true, 31],
    ]);
    await tick([[1, false, 40]]);
    // The first device comes back from a place without network, and sends what it sent before, and more.
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

  it('takes the order of ticks from the time at which they were made, though a clock is an hour ahead', async () => {
    const anHourAhead = '2027-06-12T09:00:00.000Z';
    await tick([[1, true, 85]], anHourAhead);
    await tick([[1, false, 30]]);
    expect(await came()).toEqual([]);
    const [first] = await handout();
    expect(first).toMatchObject({ dossard: 1, came: false, ticked_at: '2027-06-12T07:30:00.000Z' });
  });

  it('lets no tick of tomorrow hold against those of today', async () => {
    await tick([[1, true, 300]]);
    now = new Date('2027-06-12T08:10:00.000Z');
    await tick([[1, false, 69]]);
    expect(await came()).toEqual([]);
  });

  it('passes over a bib that is nobody’s any more, and forgets the tick of a rider who was removed', async () => {
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

  it('changes no ranking, and may be seen by editors and nobody below', async () => {
    const before = (await admin.call(getRanking, { params: { id } })).body.version;
    await tick([[1, true, 30]]);
    expect((await admin.call(getRanking, { params: { id } })).body.version).toBe(before);
    const referee = await house.signInAs('referee', id);
    expect((await referee.call(getHandout, { params: { id } })).status).toBe(403);
  });
});

describe('who has not come (B5)', () => {
  it('becomes DNS in one action, but for who came, rode or has a status', async () => {
    await tick([[1, true, 30]]);
    await admin.call(createRun, { body: runOf(id, zoneId, 2) });
    await admin.call(updateStatus, { body: { competition_id: id, dossard_number: 3, status: 'nc' } });
    const done = await absent([1, 2, 3, 4]);
    expect(done.body).toEqual({ dossards: [4] });
    expect(await statuses()).toEqual([null, null, 'nc', 'dns']);
    expect((await absent([4])).body).toEqual({ dossards: [] });
  });

  it('leaves who was not on the list that was seen, and is undone one by one in the history', async () => {
    expect((await absent([3, 4])).body).toEqual({ dossards: [3, 4] });
    expect(await statuses()).toEqual([null, null, 'dns', 'dns']);
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    const ofThree = entries.find(({ subject }: { subject: { key: string } }) => subject.key === '3');
    await admin.call(restoreEntry, { params: { id, entry: ofThree.id } });
    expect(await statuses()).toEqual([null, null, null, 'dns']);
  });

  it('finds a rider who came at the same moment either here or there, never both', async () => {
    const [, done] = await Promise.all([tick([[1, true, 59]]), absent([1])]);
    const [first] = await handout();
    expect(first.status).toBe(done.body.dossards.includes(1) ? 'dns' : null);
  });
});
