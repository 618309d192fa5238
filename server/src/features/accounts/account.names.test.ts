import { deleteAccount, exportAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import {
  answerDeskCall,
  createDeskCall,
  createRunRequest,
  decideRunRequest,
} from '@dossard/contract/judges/desk.endpoints.ts';
import { createNotice } from '@dossard/contract/notices/notice.endpoints.ts';
import { swapParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun, createUnresolvedRun, moveRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, it, test } from 'vitest';
import { schema } from '../../tables/schema.ts';
import { deskCall, runRequest } from '../../testing/judging.ts';
import { competitionInput, makeCompetition, runOf, unresolvedRunOf } from '../../testing/main.job.ts';
import { tablesWith } from '../../testing/tables.with.ts';
import { startTestApp, testPassword } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';
import { nameColumns } from './account.names.ts';

/* Everything that a deleted account wrote: under its name or its initials, as the organiser chose (S16). */

const house = await startTestApp();
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });

/** A competition in which somebody with this last name did everything that names who did it. */
async function work(departed_referees: 'full' | 'initials', last_name: string) {
  const { admin, competitionId: id, zoneId } = await makeCompetition(house, 3);
  const params = { id };
  await admin.call(updateCompetition, { params, body: { ...competitionInput, departed_referees } as never });
  const somebody = await house.signInAs('admin', id);
  await house.db.execute(`update users set last_name = '${last_name}' where id = ${somebody.id}`);
  const sent = async (answer: ReturnType<typeof somebody.call>) => expect((await answer).status).toBeLessThan(300);
  await sent(somebody.call(createRun, { body: runOf(id, zoneId, 1) }));
  await sent(somebody.call(createUnresolvedRun, { params, body: unresolvedRunOf(id, zoneId, 99) }));
  const request = runRequest(1, { to_dossard: 2 });
  await sent(somebody.call(createRunRequest, { params, body: request }));
  const decided = { params: { ...params, request: request.request_id }, body: { accept: true }, headers: keyed() };
  await sent(admin.call(decideRunRequest, decided));
  const body = { runs: [{ dossard: 2, run_number: 1 }], to: 3, reason: 'Plaque' };
  await sent(admin.call(moveRuns, { params, body }));
  await sent(admin.call(swapParticipants, { params, body: { dossards: [1, 3] } }));
  const call = deskCall(zoneId, { kind: 'zone_closed', text: 'Orage' });
  await sent(somebody.call(createDeskCall, { params, body: call }));
  const answer = { params: { ...params, call: call.call_id }, body: { answer: 'Vu' }, headers: keyed() };
  await sent(admin.call(answerDeskCall, answer));
  await sent(somebody.call(createComplaint, { params, body: { dossard: 1, run_number: null, text: 'Porte 4' } }));
  await sent(somebody.call(createNotice, { params, body: { text: 'Repas', zone_id: null } }));
  return somebody;
}

it('has no name anywhere with initials', async () => {
  const somebody = await work('initials', 'Quelarbitre');
  expect((await somebody.call(deleteAccount, { body: { current_password: testPassword } })).status).toBe(204);
  expect(await tablesWith(house.db, 'Quelarbitre')).toEqual([]);
  expect(await tablesWith(house.db, 'C. Q.')).toEqual([
    'audit_log',
    'complaints',
    'desk_calls',
    'notices',
    'run_requests',
    'runs',
    'unresolved_runs',
  ]);
  expect((await verifyChains(house.db, [])).filter(({ problem }) => problem)).toEqual([]);
});

it('stays with the full name where the organiser chose it', async () => {
  const somebody = await work('full', 'Quellebuvette');
  expect((await somebody.call(deleteAccount, { body: { current_password: testPassword } })).status).toBe(204);
  expect(await tablesWith(house.db, 'Quellebuvette')).toEqual([
    'audit_log',
    'complaints',
    'desk_calls',
    'idempotency_keys',
    'notices',
    'run_requests',
    'runs',
    'unresolved_runs',
  ]);
});

it('has requests and calls in the export of the account', async () => {
  const somebody = await work('full', 'Export');
  expect((await somebody.call(exportAccount)).body).toMatchObject({
    requests: [{ dossard: 1, run_number: 1, reason: 'Porte oubliée', state: 'accepted' }],
    calls: [{ kind: 'zone_closed', text: 'Orage', answer: 'Vu' }],
  });
});

/** Columns with a name that is not of the account that wrote the row: their own, a place, a contact. */
const otherNames = ['entry_forms.contact_name', 'places.other_name', 'zones.shared_name'];

test('every column that names who wrote a row is shortened', () => {
  const columns = Object.values(schema).flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(({ name, dataType }) => dataType === 'string' && /(^|_)by$|(?<!first|last)_name$/.test(name))
      .map(({ name }) => `${getTableName(table)}.${name}`),
  );
  expect(columns.filter((name) => !otherNames.includes(name)).toSorted()).toEqual(nameColumns.toSorted());
});
