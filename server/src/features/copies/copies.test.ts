import {
  createCompetition,
  getCompetition,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { copyCompetition, previewCopy } from '@dossard/contract/copies/copy.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { listMembers } from '@dossard/contract/members/member.endpoints.ts';
import { listParticipants, updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { mails } from '../../tables/mail.table.ts';
import { competitionInput, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
const next = { ...competitionInput, name: 'Trial des Torrents', date: '2027-09-18' };
let admin: TestCaller;
let editor: TestCaller;
let sourceId: number;
const start_plan = { first_start: '09:30', interval_sec: 90, breaks: [], pauses: [], groups: [] };

/** A competition of four riders (one erased, one who did not start) with an editor and changed settings. */
beforeEach(async () => {
  const made = await makeCompetition(house, 4);
  admin = made.admin;
  sourceId = made.competitionId;
  editor = await house.signInAs('editor', sourceId);
  const ranking_rule = { runs: 'best_per_zone', tie_breaks: ['penality', 'previous_round'] };
  const settings = {
    ranking_rule,
    public_names: 'initials',
    youth_words: 'girls_boys',
    laps: 3,
    official_needs_checked: true,
    start_plan,
  };
  await admin.call(updateCompetition, {
    params: { id: sourceId },
    body: { ...competitionInput, ...settings } as never,
  });
  await admin.call(createRun, { body: runOf(sourceId, made.zoneId, 1) });
  await admin.call(updateStatus, { body: { competition_id: sourceId, dossard_number: 2, status: 'dns' } });
  await admin.call(erasePersonalData, { params: { id: sourceId, dossard: 3 } });
});

const make = (copy?: object, by = admin) => by.call(createCompetition, { body: { ...next, ...(copy && { copy }) } });
const copy = (id: number, body: object, by = admin) =>
  by.call(copyCompetition, { params: { id }, body: { competition_id: sourceId, ...body } });
const read = async (id: number) => ({
  zones: (await admin.call(listZones, { params: { id } })).body.zones,
  riders: (await admin.call(listParticipants, { params: { id } })).body.participants,
  members: (await admin.call(listMembers, { params: { id } })).body.users,
});

describe('starting from another competition (M1, M2)', () => {
  it('previews what would be copied, and how much', async () => {
    const { body } = await admin.call(previewCopy, { params: { id: sourceId } });
    expect(body).toEqual({
      zones: [{ name: 'Les Dalles', graduations: 2 }],
      members: [{ first_name: 'Camille', last_name: 'Exemple', role: 'editor' }],
      riders: 3,
      erased_riders: 1,
    });
  });

  it('creates one with zones, graduations, settings, members and riders, but no runs, statuses or erased riders', async () => {
    const made = await make({ competition_id: sourceId, members: true, riders: true });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...{ name: 'Trial des Torrents', date: '2027-09-18', is_public: false, role: 'admin' },
      ranking_rule: { runs: 'best_per_zone', tie_breaks: ['penality'] },
      ...{ public_names: 'initials', youth_words: 'girls_boys', laps: 3, official_needs_checked: true, start_plan },
    });
    const { zones, riders, members } = await read(made.body.id);
    expect(zones).toMatchObject([{ name: 'Les Dalles', graduations: [{ points_door1: 10 }, { points_door6: 10 }] }]);
    expect(riders.map((rider: { dossard_number: number }) => rider.dossard_number)).toEqual([1, 2, 4]);
    expect(riders[1]).toMatchObject({ last_name: 'Garnier 2', status: null, run_count: 0 });
    expect(members).toHaveLength(2);
    const told = await house.db.select().from(mails);
    expect(told.filter(({ to_address }) => to_address === editor.email)).toHaveLength(1);
  });

  it('fills an empty competition, and copies members and riders only on request', async () => {
    const { id } = (await make()).body;
    const copied = await copy(id, { members: false });
    expect(copied.body).toEqual({ zones: 1, graduations: 2, members: 0, riders: 0 });
    const { riders, members } = await read(id);
    expect([riders.length, members.length]).toEqual([0, 1]);
    expect((await admin.call(getCompetition, { params: { id } })).body.laps).toBe(3);
  });

  it('is undone in the history, the riders as one action', async () => {
    const { id } = (await make({ competition_id: sourceId, riders: true })).body;
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    const taken = entries.find(({ action }: { action: string }) => action === 'import');
    expect(taken).toMatchObject({ subject: { key: 'Trial des Crêtes' }, restorable: true });
    await admin.call(restoreEntry, { params: { id, entry: taken.id } });
    expect((await read(id)).riders).toEqual([]);
  });

  it('refuses to fill a competition that has zones or riders, and stores nothing', async () => {
    const refused = await copy(sourceId, {});
    expect([refused.status, refused.body.code]).toEqual([409, 'competition_not_empty']);
    expect((await read(sourceId)).zones).toHaveLength(1);
  });

  it('refuses a source that the caller does not administer like one that does not exist', async () => {
    const stranger = await house.signIn(['create_competition']);
    for (const other of [await make({ competition_id: sourceId }, stranger), await make({ competition_id: 999_999 })]) {
      expect([other.status, other.body.code]).toEqual([404, 'competition_not_found']);
    }
    const { id } = (await make(undefined, stranger)).body;
    expect((await copy(id, {}, stranger)).status).toBe(404);
  });

  it('carries out only one of two copies at the same time', async () => {
    const { id } = (await make()).body;
    const both = await Promise.all([copy(id, {}), copy(id, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(id)).zones).toHaveLength(1);
  });
});
