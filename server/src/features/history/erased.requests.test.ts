import { listHistory } from '@dossard/contract/history/history.endpoints.ts';
import { createRunRequest, decideRunRequest, listRunRequests } from '@dossard/contract/judges/desk.endpoints.ts';
import { swapParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { createRun, moveRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { beforeEach, expect, it } from 'vitest';
import { runRequest } from '../../testing/judging.ts';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { tablesWith } from '../../testing/tables.with.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { verifyChain } from '../verification/verify.chain.ts';

/* Corrections that referees asked for are erased with the rider whom their words may name: whose run it was or became. */

const house = await startTestApp();
let admin: TestCaller;
let referee: TestCaller;
let params: { id: number };
let zoneId: number;

beforeEach(async () => {
  const made = await makeCompetition(house, 4);
  ({ admin, zoneId } = made);
  params = { id: made.competitionId };
  referee = await house.signInAs('referee', params.id);
});

const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
const record = (dossard: number) => referee.call(createRun, { body: runOf(params.id, zoneId, dossard) });
async function ask(dossard: number, more: object): Promise<string> {
  const body = runRequest(dossard, { ...more });
  expect((await referee.call(createRunRequest, { params, body, headers: keyed() })).status).toBe(201);
  return body.request_id;
}
const decide = (request: string, accept: boolean, word: string) =>
  admin.call(decideRunRequest, { params: { ...params, request }, body: { accept, word }, headers: keyed() });
const erase = async (dossard: number) =>
  expect((await admin.call(erasePersonalData, { params: { ...params, dossard } })).status).toBe(204);
const problem = async () => (await verifyChain(house.db, { id: params.id, name: 'Trial' }, [])).problem;

it('a request that points to the rider, accepted with a word', async () => {
  await record(1);
  const request = await ask(1, { to_dossard: 2, reason: 'C’était Secretname' });
  expect((await decide(request, true, 'Vu, Secretname')).status).toBe(200);
  expect(await tablesWith(house.db, 'Secretname')).toEqual(['audit_log', 'idempotency_keys', 'run_requests']);
  await erase(2);
  expect(await tablesWith(house.db, 'Secretname')).toEqual([]);
  expect(await problem()).toBeUndefined();
});

it('a request that points to the rider, open', async () => {
  await record(1);
  await ask(1, { to_dossard: 2, reason: 'C’était Opensecret' });
  await erase(2);
  expect(await tablesWith(house.db, 'Opensecret')).toEqual([]);
});

it('a declined request about a run that became theirs later', async () => {
  await record(1);
  const request = await ask(1, { reason: 'C’était Latesecret' });
  await decide(request, false, 'Pas Latesecret');
  const body = { runs: [{ dossard: 1, run_number: 1 }], to: 2, reason: 'Si, Latesecret' };
  expect((await admin.call(moveRuns, { params, body })).status).toBe(200);
  await erase(2);
  expect(await tablesWith(house.db, 'Latesecret')).toEqual([]);
});

it('their own request, also in stored answers', async () => {
  await record(1);
  await decide(await ask(1, { reason: 'Ownsecret' }), false, 'Non, Ownsecret');
  await erase(1);
  expect(await tablesWith(house.db, 'Ownsecret')).toEqual([]);
});

it('and not with another rider who has the bib now, or had the run before', async () => {
  await record(1);
  await record(3);
  await ask(1, { reason: 'Ada est tombée' });
  await admin.call(swapParticipants, { params, body: { dossards: [1, 2], reason: 'Plaques' } });
  const request = await ask(3, { to_dossard: 4, reason: 'Dossard mal lu' });
  await decide(request, true, 'Corrigé');
  const body = { runs: [{ dossard: 4, run_number: 1 }], to: 3, reason: 'Erreur' };
  expect((await admin.call(moveRuns, { params, body })).status).toBe(200);
  await ask(3, { run_number: 2, version: 4, reason: 'Encore Berthe' });
  await erase(4);
  const { requests } = (await admin.call(listRunRequests, { params })).body;
  expect(requests.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    '',
    'Ada est tombée',
    'Encore Berthe',
  ]);
  const { entries } = (await admin.call(listHistory, { params })).body;
  expect(entries.map(({ reason }: { reason: string | null }) => reason)).toContain('Plaques');
});
