import { createComplaint, decideComplaint, listComplaints } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, moveRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { schema } from '../../tables/schema.ts';
import { doors, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';

const house = await startTestApp();
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  await admin.call(createRun, { body: runOf(id, zoneId, 2, doors(1, 2, 3)) });
});

const complaint = { dossard: 2, run_number: 1, text: 'La porte 4 est passée', fee: '20 €, payés' };
const complain = (more: object = {}, by = admin) =>
  by.call(createComplaint, { params: { id }, body: { ...complaint, ...more } });
const decide = (number: number, body: object, by = admin) =>
  by.call(decideComplaint, { params: { id, complaint: number }, body: body as never });
const list = async () => (await admin.call(listComplaints, { params: { id } })).body.complaints;
const jury = ['Alix Juge', 'Lou Arbitre'];
const corrected = () => ({ zone_id: zoneId, ...doors(1, 2, 3, 4), penality: 1, chrono_sec: 61.5 });
const pointsOf = async (dossard: number) => {
  const { rankings } = (await admin.call(getRanking, { params: { id } })).body;
  return rankings.find((entry: { dossard: number }) => entry.dossard === dossard)?.total_points;
};

it('is created by an editor, and granted with a correction of the run in the same step (E9)', async () => {
  const editor = await house.signInAs('editor', id);
  const made = await complain({}, editor);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ ...complaint, state: 'open', first_name: 'Zoé', jury: [], reason: null });
  const before = await pointsOf(2);
  const granted = await decide(made.body.id, { outcome: 'granted', jury, reason: 'Vidéo', correction: corrected() });
  expect(granted.body).toMatchObject({ state: 'granted', jury, reason: 'Vidéo' });
  expect(await pointsOf(2)).toBe(before + 10);
  const { body } = await admin.call(listHistory, { params: { id }, query: { limit: 3 } });
  expect(body.entries).toMatchObject([
    { action: 'update', subject: { kind: 'complaint' }, reason: 'Vidéo', after: { complaint_state: 'granted' } },
    { action: 'update', subject: { kind: 'run', key: '2/1' }, reason: 'Vidéo' },
    { action: 'create', subject: { kind: 'complaint' }, after: { text: complaint.text, fee: complaint.fee } },
  ]);
});

it('goes with a run that moves to its right bib, and back when that is undone', async () => {
  const made = (await complain()).body.id;
  const general = (await complain({ run_number: null })).body.id;
  const placeOf = async (number: number) => {
    const found = (await list()).find((one: { id: number }) => one.id === number);
    return [found.dossard, found.run_number];
  };
  await admin.call(moveRuns, { params: { id }, body: { runs: [{ dossard: 2, run_number: 1 }], to: 3 } });
  expect([await placeOf(made), await placeOf(general)]).toEqual([
    [3, 1],
    [2, null],
  ]);
  const { entries } = (await admin.call(listHistory, { params: { id } })).body;
  const entry = entries.find(
    ({ action, subject }: { action: string; subject: { kind: string } }) => action === 'move' && subject.kind === 'run',
  )?.id;
  expect((await admin.call(restoreEntry, { params: { id, entry } })).status).toBe(200);
  expect(await placeOf(made)).toEqual([2, 1]);
  expect((await decide(made, { outcome: 'granted', jury, reason: 'Vidéo', correction: corrected() })).status).toBe(200);
  expect((await verifyChains(house.db, [])).map(({ problem }) => problem).filter(Boolean)).toEqual([]);
});

it('is decided once, by the first of two juries; the other is shown the decision', async () => {
  const { body } = await complain();
  const both = await Promise.all([
    decide(body.id, { outcome: 'refused', jury, reason: 'Pas de vidéo' }),
    decide(body.id, { outcome: 'granted', jury, reason: 'Témoin', correction: corrected() }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [won, lost] = both[0]?.status === 200 ? both : both.toReversed();
  expect(lost?.body).toMatchObject({ code: 'complaint_decided', current: { state: won?.body.state } });
  expect(await pointsOf(2)).toBe(won?.body.state === 'granted' ? 40 : 30);
});

it('lists open ones first, and can be withdrawn without a jury', async () => {
  const first = await complain();
  await complain({ run_number: null, text: 'Ordre de départ' });
  await decide(first.body.id, { outcome: 'withdrawn' });
  expect((await list()).map(({ text, state }: Record<string, string>) => [text, state])).toEqual([
    ['Ordre de départ', 'open'],
    [complaint.text, 'withdrawn'],
  ]);
});

it('needs a rider, a run that exists, a jury and a reason', async () => {
  const refusal = async (answer: ReturnType<typeof complain>) => (await answer).body.code;
  expect(await refusal(complain({ dossard: 77 }))).toBe('participant_not_found');
  expect(await refusal(complain({ run_number: 9 }))).toBe('run_not_found');
  expect(await refusal(complain({ text: ' ' }))).toBe('invalid_request');
  const { body } = await complain({ run_number: null });
  expect(await refusal(decide(body.id, { outcome: 'granted', reason: 'Vidéo' }))).toBe('invalid_request');
  expect(await refusal(decide(body.id, { outcome: 'refused', jury }))).toBe('invalid_request');
  const without = { outcome: 'granted', jury, reason: 'Vidéo', correction: corrected() };
  expect(await refusal(decide(body.id, without))).toBe('invalid_request');
  expect(await refusal(decide(9_999, { outcome: 'withdrawn' }))).toBe('complaint_not_found');
});

it('can be read by admins and editors only', async () => {
  const referee = await house.signInAs('referee', id);
  expect((await complain({}, referee)).status).toBe(403);
  expect((await referee.call(listComplaints, { params: { id } })).status).toBe(403);
  expect((await house.visitor.call(listComplaints, { params: { id } })).status).toBe(401);
});

it('loses its text when the rider is erased, and keeps the outcome', async () => {
  const { body } = await complain({ text: 'Zoé Garnier dit avoir passé la porte' });
  await decide(body.id, { outcome: 'refused', jury, reason: 'Garnier n’a pas de vidéo' });
  expect((await admin.call(erasePersonalData, { params: { id, dossard: 2 } })).status).toBe(204);
  expect(await list()).toMatchObject([{ dossard: 2, state: 'refused', text: '', reason: '' }]);
  for (const table of Object.values(schema)) {
    const { rows } = await house.db.execute(sql`select * from ${table}`);
    expect(JSON.stringify(rows)).not.toContain('Zoé Garnier dit');
    expect(JSON.stringify(rows)).not.toContain('Garnier n’a pas');
  }
});
