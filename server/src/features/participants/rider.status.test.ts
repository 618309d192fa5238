import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getRankingAt, listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  findParticipant,
  importParticipants,
  listParticipants,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { writeCsv } from '../import/testing/table.files.ts';

/* The status that an organiser gives a rider. */

const house = await startTestApp();
let admin: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 3));
});

const say = (dossard_number: number, status: unknown, reason?: unknown, by = admin) =>
  by.call(updateStatus, { body: { competition_id: competitionId, dossard_number, status, reason } as never });
const place = () => ({ id: competitionId });
const find = async (dossard: number) => (await admin.call(findParticipant, { params: { ...place(), dossard } })).body;
const ranking = async () => (await admin.call(getRanking, { params: place() })).body;
const latest = async () => (await admin.call(listHistory, { params: place() })).body.entries[0];

describe('PUT /participant/status', () => {
  it('answers the participant with the status and its reason', async () => {
    const answer = await say(1, 'dsq', ' Vélo non conforme ');
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { dossard_number: 1, status: 'dsq', status_reason: 'Vélo non conforme', run_count: 0 },
    ]);
    expect(await find(1)).toMatchObject({ status: 'dsq', status_reason: 'Vélo non conforme' });
    const { participants } = (await admin.call(listParticipants, { params: place() })).body;
    expect(participants.map(({ status }: { status: string }) => status)).toEqual(['dsq', null, null]);
  });

  it.each([
    ['an empty reason is none', 'dns', ' ', { status: 'dns', status_reason: null }],
    ['no reason is none', 'dnf', undefined, { status: 'dnf', status_reason: null }],
    ['without a status there is no reason', null, 'Chute', { status: null, status_reason: null }],
  ])('%s', async (_, status, reason, expected) => {
    await say(1, 'nc', 'Hors catégorie');
    expect((await say(1, status, reason)).body).toMatchObject(expected);
  });

  it('is not replaced by a colleague who read an earlier one', async () => {
    await say(1, 'dsq', 'Vélo non conforme');
    const body = { competition_id: competitionId, dossard_number: 1, status: 'dnf', seen: { status: null } };
    const late = await admin.call(updateStatus, { body: body as never });
    expect([late.status, late.body]).toMatchObject([409, { code: 'edit_conflict', current: { status: 'dsq' } }]);
    expect(await find(1)).toMatchObject({ status: 'dsq' });
    expect((await admin.call(updateStatus, { body: { ...body, seen: { status: 'dsq' } } as never })).status).toBe(200);
  });

  it('keeps a reason that a colleague wrote for the same status', async () => {
    await say(1, 'dnf', 'Chute');
    const seen = { status: 'dnf', status_reason: null };
    const body = { competition_id: competitionId, dossard_number: 1, status: 'dnf', reason: 'Panne', seen };
    const late = await admin.call(updateStatus, { body: body as never });
    expect([late.status, late.body.current]).toEqual([409, { status: 'dnf', status_reason: 'Chute' }]);
    expect(await find(1)).toMatchObject({ status_reason: 'Chute' });
  });

  it('is for admins and editors', async () => {
    expect((await say(1, 'dns', '', await house.signInAs('editor', competitionId))).status).toBe(200);
    for (const role of ['referee', 'viewer'] as const) {
      expect((await say(1, 'dnf', '', await house.signInAs(role, competitionId))).status).toBe(403);
    }
  });

  it.each([
    ['an unknown bib', { dossard_number: 99 }, 404, 'participant_not_found'],
    ['an unknown status', { status: 'late' }, 400, 'invalid_request'],
    ['no status', { status: undefined }, 400, 'invalid_request'],
    ['a reason that never ends', { reason: 'x'.repeat(201) }, 400, 'invalid_request'],
  ])('refuses %s', async (_, more, status, code) => {
    const body = { competition_id: competitionId, dossard_number: 1, status: 'dns', ...more };
    const answer = await admin.call(updateStatus, { body: body as never });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('a status in the ranking', () => {
  it('moves a rider behind the ranked, shows the status to all, and the reason to organisers only', async () => {
    for (const dossard of [1, 2]) await admin.call(createRun, { body: runOf(competitionId, zoneId, dossard) });
    const before = await ranking();
    const { body } = await say(1, 'dsq', 'Vélo non conforme');
    const after = await ranking();
    expect(after.rankings.map(({ dossard, rank, status }: never) => [dossard, rank, status])).toEqual([
      [2, 1, null],
      [3, null, null],
      [1, null, 'dsq'],
    ]);
    expect([after.total, after.version]).toEqual([3, before.version + 1]);
    await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
    const open = await house.visitor.call(getPublicRanking, { params: place() });
    expect(open.body.rankings[2]).toMatchObject({ dossard: 1, status: 'dsq' });
    expect(JSON.stringify(open.body)).not.toContain(body.status_reason);
  });

  it('does not apply to the past before it was set', async () => {
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
    const time = (await latest()).at;
    await say(1, 'nc');
    const past = await admin.call(getRankingAt, { params: place(), query: { time } });
    expect(past.body.rankings[0]).toMatchObject({ dossard: 1, rank: 1, status: null });
  });
});

describe('a status in the history', () => {
  it('is listed with old and new value, and undone', async () => {
    await say(1, 'dnf', 'Chaîne cassée');
    const entry = await latest();
    expect(entry).toMatchObject({
      action: 'update',
      subject: { kind: 'participant', key: '1' },
      before: { status: null, status_reason: null },
      after: { status: 'dnf', status_reason: 'Chaîne cassée' },
      restorable: true,
    });
    await admin.call(restoreEntry, { params: { ...place(), entry: entry.id } });
    expect(await find(1)).toMatchObject({ status: null, status_reason: null });
  });

  it('is not logged when nothing changes', async () => {
    await say(1, 'dns', 'Malade');
    const { id } = await latest();
    await say(1, 'dns', 'Malade');
    expect((await latest()).id).toBe(id);
  });

  it('disappears with a removed rider, is restored with them, and does not pass to the next rider with the bib', async () => {
    await say(1, 'dns', 'Malade');
    const key = { competition_id: competitionId, dossard_number: 1 };
    await admin.call(deleteParticipant, { body: key });
    const removal = await latest();
    await admin.call(restoreEntry, { params: { ...place(), entry: removal.id } });
    expect(await find(1)).toMatchObject({ status: 'dns', status_reason: 'Malade' });
    await admin.call(deleteParticipant, { body: key });
    await admin.call(createParticipant, { body: { ...rider(competitionId, 1), last_name: 'Nouveau' } });
    expect(await find(1)).toMatchObject({ last_name: 'Nouveau', status: null });
  });

  it('stays when the rider is imported again, also after that is undone', async () => {
    await say(1, 'dns', 'Malade');
    const { first_name, last_name, category, gender } = await find(1);
    const bytes = writeCsv([
      ['dossard', 'nom', 'prénom', 'catégorie', 'sexe', 'club'],
      [1, last_name, first_name, category, gender, 'Les Crampons'],
    ]);
    await admin.call(importParticipants, { params: place(), file: { name: 'again.csv', bytes } });
    expect(await find(1)).toMatchObject({ club: 'Les Crampons', status: 'dns' });
    const time = (await latest()).at;
    await admin.call(restoreEntry, { params: { ...place(), entry: (await latest()).id } });
    expect(await find(1)).toMatchObject({ club: null, status: 'dns', status_reason: 'Malade' });
    const past = await admin.call(getRankingAt, { params: place(), query: { time } });
    const of = (dossard: number) => past.body.rankings.find((entry: { dossard: number }) => entry.dossard === dossard);
    expect(of(1)).toMatchObject({ club: 'Les Crampons', status: 'dns' });
  });

  it('has no reason any more once personal data are erased', async () => {
    await say(1, 'dsq', 'A insulté le juge');
    await admin.call(erasePersonalData, { params: { ...place(), dossard: 1 } });
    expect(await find(1)).toMatchObject({ status: 'dsq', status_reason: null });
    const { body } = await admin.call(listHistory, { params: place() });
    expect(JSON.stringify(body)).not.toContain('insulté');
  });
});
