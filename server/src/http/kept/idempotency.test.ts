import { changePassword, forgotPassword, login } from '@dossard/contract/accounts/account.endpoints.ts';
import { listSessions } from '@dossard/contract/accounts/security.endpoints.ts';
import type { OwnSession } from '@dossard/contract/accounts/security.schema.ts';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import {
  createCompetition,
  deleteCompetition,
  listCompetitions,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { createComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { listHistory } from '@dossard/contract/history/history.endpoints.ts';
import { createInvitation, listInvitations } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { createRunRequest } from '@dossard/contract/judges/desk.endpoints.ts';
import { updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import { createNotice } from '@dossard/contract/notices/notice.endpoints.ts';
import {
  createParticipant,
  importParticipants,
  listParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { createPlaceCode, createReceivingCode, givePlace } from '@dossard/contract/places/place.endpoints.ts';
import { updateFollows } from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun, createUnresolvedRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createOutsideResult } from '@dossard/contract/series/outside.result.endpoints.ts';
import { createSeries, createSeriesAdmin } from '@dossard/contract/series/series.endpoints.ts';
import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { describe, expect, it, test } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { mails } from '../../tables/mail.table.ts';
import { placeConflicts } from '../../tables/place.tables.ts';
import { makeJudgeLink, openAsJudge, runRequest } from '../../testing/judging.ts';
import {
  competitionInput,
  graduation,
  makeCompetition,
  rider,
  runOf,
  seriesInput,
  tens,
  unresolvedRunOf,
} from '../../testing/main.job.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp, type TestCaller, testPassword } from '../../testing/test.app.ts';

/* Writes that are sent again because their answer was lost (S7). */

const house = await startTestApp();
const { admin, competitionId, zoneId } = await makeCompetition(house, 5);

type Sent = NonNullable<Parameters<TestCaller['call']>[1]>;
const withKey = (sent: Sent, key: string = crypto.randomUUID()): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'idempotency-key': key },
});
const params = { id: competitionId };
const zoneBody = { name: 'Le Torrent', graduations: [graduation('U15', 'F', tens), graduation('U15', 'H', tens)] };

/** Created before the table, for calls that delete something. */
const spareZone = (await admin.call(createZone, { params, body: zoneBody })).body;
const spare = await house.signInAs('viewer', competitionId);
const invitation = (await admin.call(createInvitation, { params })).body.token;
for (const _ of [1, 2]) await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
await admin.call(updateParticipant, { body: rider(competitionId, 5, { club: 'Les Crampons' }) });
const edit = (await admin.call(listHistory, { params, query: { limit: 1 } })).body.entries[0].id;
const [toResolve, toDelete] = [98, 99].map((dossard) => unresolvedRunOf(competitionId, zoneId, dossard));
for (const body of [toResolve, toDelete]) await admin.call(createUnresolvedRun, { params, body });
const boss = await house.signIn(['super_admin']);
for (const caller of [admin, boss]) await caller.call(createRun, { body: runOf(competitionId, zoneId, 2) });

const link = await makeJudgeLink(admin, competitionId);
const ofLink = { ...params, linkId: link.id };
const { judge } = await openAsJudge(house, link.token);
const quarantined = runOf(competitionId, zoneId, 4);
await admin.call(updateJudgeLink, { params: ofLink, body: { hidden: true } });
await judge.call(createRun, { body: quarantined });
await admin.call(updateJudgeLink, { params: ofLink, body: { hidden: false } });

const asked = runRequest(1);
await admin.call(createRunRequest, { params, body: asked });

await admin.call(createInvitation, { params });
const { body: noticed } = await admin.call(createNotice, { params, body: { text: 'Zone fermée', zone_id: null } });
const [pending] = (await admin.call(listInvitations, { params })).body.invitations.slice(-1);

const { body: complained } = await admin.call(createComplaint, { params, body: { dossard: 4, text: 'La porte 4' } });

/** A semi-final with a jury decision, and a final that follows it. */
const semifinal = await makeCompetition(house, 2);
const rulesOfJury = { ranking_rule: { runs: 'all', tie_breaks: ['jury'] } };
const girls = { category: 'U13', gender: 'F' } as const;
await semifinal.admin.call(updateCompetition, {
  params: { id: semifinal.competitionId },
  body: { ...competitionInput, ...rulesOfJury } as never,
});
for (const dossard of [1, 2])
  await semifinal.admin.call(createRun, { body: runOf(semifinal.competitionId, semifinal.zoneId, dossard) });
const order = { ...girls, dossards: [2, 1], reason: 'Barrage' };
await semifinal.admin.call(decideTie, { params: { id: semifinal.competitionId }, body: order });
const finalId = (await semifinal.admin.call(createCompetition, { body: competitionInput })).body.id;
const groups = [{ ...girls, first: 2 }];
const follows = { competition_id: semifinal.competitionId, groups };
await semifinal.admin.call(updateFollows, { params: { id: finalId }, body: follows });

const emptyId = (await admin.call(createCompetition, { body: competitionInput })).body.id;

const leaving = await house.signIn();
await house.visitor.call(login, { body: { email: admin.email, password: testPassword } });
const { sessions: held } = (await admin.call(listSessions)).body;
const otherSession = held.find(({ current }: OwnSession) => !current).id;

/** Another installation, a shared competition, and a conflict to decide. */
const cloud = await startTestApp();
const address = await cloud.app.listen({ port: 0, host: '127.0.0.1' });
const onCloud = await makeCompetition(cloud, 1);
const codeToGive = async () => (await onCloud.admin.call(createReceivingCode)).body.code;
const toJoin = (await onCloud.admin.call(createPlaceCode, { params: { id: onCloud.competitionId } })).body.code;
const [toGive, sharedId] = [await makeCompetition(house, 1), (await makeCompetition(house, 1)).competitionId];
const [giving, sharing] = [await codeToGive(), await codeToGive()];
await boss.call(givePlace, { params: { id: sharedId }, body: { address, code: sharing } });
const conflict = crypto.randomUUID();
await house.db.insert(placeConflicts).values({
  ...{ competition_id: sharedId, id: conflict, made_at: new Date().toISOString() },
  theirs: { kind: 'settings', fields: { name: 'Autre nom' } },
});

const ofSeries = { seriesId: (await admin.call(createSeries, { body: seriesInput })).body.id };
const outsideInput = { name: 'Cross des Prés', date: '2027-05-15', discipline: 'XC' };
const ofResult = {
  ...ofSeries,
  resultId: (await admin.call(createOutsideResult, { params: ofSeries, body: outsideInput })).body.id,
};
const countedIn = { ...params, relationKind: 'series', relationId: ofSeries.seriesId };
await admin.call(createSeriesAdmin, { params: ofSeries, body: { email: 'alix@dossard.test' } });

/** The input of each write, except those that are idempotent by themselves (decision 006). */
const writes: Record<string, () => [TestCaller, Sent]> = {
  register: () => [
    house.visitor,
    { body: { email: 'alix@dossard.test', first_name: 'Alix', last_name: 'Nouveau', password: testPassword } },
  ],
  resendVerification: () => [house.visitor, { body: { email: 'alix@dossard.test' } }],
  forgotPassword: () => [house.visitor, { body: { email: admin.email } }],
  changePassword: () => [spare, { body: { current_password: testPassword, new_password: 'Other-2027' } }],
  endSession: () => [admin, { params: { session: otherSession } }],
  updateProfile: () => [admin, { body: { first_name: 'Camille', last_name: 'Autre' } }],
  createCompetition: () => [admin, { body: competitionInput }],
  updateCompetition: () => [admin, { params, body: { ...competitionInput, name: 'Trial des Cimes' } }],
  setVisibility: () => [admin, { body: { competition_id: competitionId, is_public: true } }],
  createZone: () => [admin, { params, body: zoneBody }],
  updateZone: () => [admin, { params: { ...params, zoneId: spareZone.id }, body: { name: 'La Souche' } }],
  createGraduation: () => [admin, { params: { ...params, zoneId: spareZone.id }, body: graduation('U17', 'F', tens) }],
  updateGraduation: () => [
    admin,
    {
      params: { ...params, zoneId: spareZone.id, graduationId: spareZone.graduations[0].id },
      body: graduation('U15', 'F', [5, 5, 5, 5, 5, 5]),
    },
  ],
  deleteGraduation: () => [admin, { params: { ...params, graduationId: spareZone.graduations[1].id } }],
  deleteZone: () => [admin, { params: { ...params, zoneId: spareZone.id } }],
  decideRunRequest: () => [
    admin,
    { params: { ...params, request: asked.request_id }, body: { accept: false, word: 'Non' } },
  ],
  closeZone: () => [admin, { params: { ...params, zoneId }, body: { closed: true } }],
  settleQuarantinedRun: () => [
    admin,
    { params: { ...params, submission: quarantined.submission_id }, body: { accept: true } },
  ],
  updateJudgeLink: () => [admin, { params: ofLink, body: { hidden: true } }],
  endJudgePhone: () => [admin, { params: { ...ofLink, phone: 'phone-1' } }],
  deleteJudgeLink: () => [admin, { params: ofLink }],
  inviteReferee: () => [admin, { body: { competition_id: competitionId, email: 'juge@dossard.test' } }],
  deleteInvitation: () => [admin, { params: { ...params, invitation: pending.id } }],
  acceptInvitation: () => [boss, { body: { token: invitation } }],
  createParticipant: () => [admin, { body: rider(competitionId, 20) }],
  updateStatus: () => [admin, { body: { competition_id: competitionId, dossard_number: 20, status: 'dnf' } }],
  updateParticipant: () => [admin, { body: rider(competitionId, 20, { club: 'Les Crampons' }) }],
  deleteParticipant: () => [admin, { body: { competition_id: competitionId, dossard_number: 20 } }],
  importParticipants: () => [admin, { params, file: { name: 'a.csv', bytes: '30;U13;Le Gall;Zoé;F\n' } }],
  createRunCheck: () => [admin, { params, body: { ...runOf(competitionId, zoneId, 1), penality: 4 } }],
  settleRunCheck: () => [admin, { params, body: { dossard: 1, run_number: 1, keep: 'recorded' } }],
  updateRun: () => [admin, { body: { ...runOf(competitionId, zoneId, 1), run_number: 1, version: 1 } }],
  deleteRun: () => [admin, { query: { competitionID: competitionId, dossard: 1, runNumber: 2 } }],
  settleDoubtfulRuns: () => [admin, { params: { ...params, pair: '2-1-2' }, body: { keep: 2 } }],
  moveRuns: () => [admin, { params, body: { runs: [{ dossard: 1, run_number: 1 }], to: 2 } }],
  swapParticipants: () => [admin, { params, body: { dossards: [2, 3] } }],
  mergeParticipants: () => [admin, { params, body: { keep: 30, remove: 3 } }],
  resolveUnresolvedRun: () => [
    admin,
    { params: { ...params, submission: toResolve?.submission_id ?? '' }, body: { dossard: 4 } },
  ],
  deleteUnresolvedRun: () => [admin, { params: { ...params, submission: toDelete?.submission_id ?? '' } }],
  holdResults: () => [admin, { params, body: { groups: null, held: 'all' } }],
  declareResult: () => [admin, { params, body: { category: 'U13', gender: 'F', state: 'official' } }],
  decideTie: () => [
    semifinal.admin,
    { params: { id: semifinal.competitionId }, body: { ...order, dossards: [1, 2], reason: 'Nouveau barrage' } },
  ],
  createComplaint: () => [admin, { params, body: { dossard: 4, text: 'Ordre de départ' } }],
  decideComplaint: () => [admin, { params: { ...params, complaint: complained.id }, body: { outcome: 'withdrawn' } }],
  markAbsent: () => [admin, { params, body: { dossards: [5] } }],
  copyCompetition: () => [admin, { params: { id: emptyId }, body: { competition_id: competitionId } }],
  updateFollows: () => [
    semifinal.admin,
    { params: { id: finalId }, body: { ...follows, groups: [{ ...girls, first: 1 }] } },
  ],
  updateStartOrder: () => [admin, { params, body: { ...girls, dossards: [2, 1] } }],
  createSeries: () => [admin, { body: seriesInput }],
  updateSeries: () => [admin, { params: ofSeries, body: { name: 'Trophée des Cimes' } }],
  updateSeriesCompetitions: () => [admin, { params: ofSeries, body: { competition_ids: [competitionId] } }],
  createOutsideResult: () => [admin, { params: ofSeries, body: outsideInput }],
  updateOutsideResult: () => [admin, { params: ofResult, body: { weight: 2 } }],
  setOutsideRanks: () => [
    admin,
    {
      params: ofResult,
      body: { category: 'U13', gender: 'F', ranks: [{ rank: 1, first_name: 'Lou', last_name: 'Petit' }] },
    },
  ],
  eraseOutsideRider: () => [admin, { params: ofResult, body: { row: 1 } }],
  deleteOutsideResult: () => [admin, { params: ofResult }],
  createSeriesAdmin: () => [admin, { params: ofSeries, body: { email: boss.email } }],
  answerSeriesInvitation: () => [boss, { body: { series_id: ofSeries.seriesId, accept: true } }],
  deleteSeriesAdmin: () => [admin, { params: ofSeries, body: { user_id: boss.id } }],
  deleteSeriesInvitation: () => [admin, { params: ofSeries, body: { email: 'alix@dossard.test' } }],
  takeOverRelation: () => [boss, { params: countedIn }],
  decideSeriesRiders: () => [
    admin,
    { params: ofSeries, body: { action: 'guest', entries: [{ competition_id: competitionId, dossard: 1 }] } },
  ],
  deleteRelation: () => [admin, { params: countedIn }],
  deleteSeries: () => [admin, { params: ofSeries }],
  withdrawTie: () => [semifinal.admin, { params: { id: semifinal.competitionId, dossard: 1 } }],
  takeOverRiders: () => [semifinal.admin, { params: { id: finalId }, body: {} }],
  createNotice: () => [admin, { params, body: { text: 'Repas à 12 h 30', zone_id: null } }],
  deleteSpeakerLink: () => [admin, { params }],
  deleteNotice: () => [admin, { params: { ...params, notice: noticed.id } }],
  erasePersonalData: () => [admin, { params: { ...params, dossard: 30 } }],
  givePlace: () => [toGive.admin, { params: { id: toGive.competitionId }, body: { address, code: giving } }],
  joinPlace: () => [admin, { body: { address, code: toJoin } }],
  decideConflict: () => [boss, { params: { id: sharedId, conflict }, body: { take: 'theirs' } }],
  moveHome: () => [boss, { params: { id: sharedId }, body: { to: 'there' } }],
  endPlace: () => [boss, { params: { id: sharedId } }],
  restoreEntry: () => [admin, { params: { ...params, entry: edit } }],
  updateMember: () => [admin, { params, body: { user_id: spare.id, role: 'referee' } }],
  deleteMember: () => [admin, { params, body: { user_id: spare.id } }],
  deleteAccountOf: () => [boss, { body: { email: leaving.email } }],
  updatePassword: () => [boss, { body: { email: spare.email, new_password: 'Third-2027' } }],
  changeGlobalPermission: () => [
    boss,
    { body: { action: 'grant', permission: 'create_competition', user_email: spare.email } },
  ],
  deleteCompetition: () => [admin, { params }],
  restoreCompetition: () => [admin, { params }],
};

const ordered = Object.keys(writes).map((name) => endpoints.find((endpoint) => endpoint.name === name) as Endpoint);

test('every write is in the table', () => {
  const all = endpoints.filter(({ method, repeat }) => method !== 'GET' && !repeat).map(({ name }) => name);
  expect(Object.keys(writes).sort()).toEqual(all.sort());
});

describe.each(ordered)('$name', (endpoint) => {
  it('answers the same again, and does nothing the second time', async () => {
    const [caller, sent] = (writes[endpoint.name] as (typeof writes)[string])();
    const keyed = withKey(sent);
    const first = await caller.call(endpoint, keyed);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([
      expect.toSatisfy((status) => status < 300),
      undefined,
    ]);
    const before = await printTables(house.db);
    const again = await caller.call(endpoint, keyed);
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([
      first.status,
      first.body,
      'true',
    ]);
    expect(await printTables(house.db)).toEqual(before);
  });
});

describe('a key', () => {
  it('runs a write once when it arrives many times at the same time', async () => {
    const mine = await makeCompetition(house, 0);
    const sent = withKey({ params: { id: mine.competitionId }, body: zoneBody });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => mine.admin.call(createZone, sent)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  });

  it('of another request is refused', async () => {
    const key = crypto.randomUUID();
    await admin.call(createCompetition, withKey({ body: competitionInput }, key));
    const other = await admin.call(createCompetition, withKey({ body: { ...competitionInput, name: 'Autre' } }, key));
    expect([other.status, other.body.code, other.body.message]).toEqual([
      409,
      'submission_conflict',
      'This idempotency key was already used for another request.',
    ]);
  });

  it('of another file is refused', async () => {
    const key = crypto.randomUUID();
    const upload = (bytes: string) =>
      admin.call(importParticipants, withKey({ params, file: { name: 'a.csv', bytes } }, key) as never);
    expect((await upload('41;U13;Le Gall;Zoé;F\n')).status).toBe(200);
    expect((await upload('42;U13;Le Goff;Inès;F\n')).status).toBe(409);
    expect((await upload('41;U13;Le Gall;Zoé;F\n')).headers['idempotency-replayed']).toBe('true');
  });

  it('belongs to its caller', async () => {
    const [first, second] = [await house.signIn(['create_competition']), await house.signIn(['create_competition'])];
    const sent = withKey({ body: competitionInput });
    const ids = [
      (await first.call(createCompetition, sent)).body.id,
      (await second.call(createCompetition, sent)).body.id,
    ];
    expect(new Set(ids).size).toBe(2);
  });

  it('stores no refusal: a repeated request is processed again', async () => {
    const mine = await makeCompetition(house, 1);
    const sent = withKey({ body: rider(mine.competitionId, 1) });
    expect((await mine.admin.call(createParticipant, sent)).status).toBe(409);
    expect((await mine.admin.call(createParticipant, sent)).headers['idempotency-replayed']).toBeUndefined();
  });

  it('replays the answer even if the write removed the right to make it', async () => {
    const mine = await makeCompetition(house, 0);
    await house.signInAs('admin', mine.competitionId);
    const leaving = withKey({ params: { id: mine.competitionId }, body: { user_id: mine.admin.id } });
    expect((await mine.admin.call(deleteMember, leaving)).status).toBe(204);
    expect((await mine.admin.call(deleteMember, leaving)).status).toBe(204);
    const other = await makeCompetition(house, 0);
    const deleting = withKey({ params: { id: other.competitionId } });
    expect((await other.admin.call(deleteCompetition, deleting)).status).toBe(204);
    expect((await other.admin.call(deleteCompetition, deleting)).status).toBe(204);
  });

  it.each(['', ' ', 'a b', 'é', 'a'.repeat(101)])('that is odd is refused: %j', async (key) => {
    const answer = await admin.call(createCompetition, withKey({ body: competitionInput }, encodeURI(key)));
    if (encodeURI(key) === '') expect(answer.status).toBe(400);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });

  it('is ignored for reads', async () => {
    const first = await admin.call(listParticipants, withKey({ params }));
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  it('expires after a day', async () => {
    const caller = await house.signIn(['create_competition']);
    const sent = withKey({ body: competitionInput });
    await caller.call(createCompetition, sent);
    await eraseExpired(house.db, new Date(Date.now() + 23 * 3_600_000));
    expect((await caller.call(createCompetition, sent)).headers['idempotency-replayed']).toBe('true');
    await eraseExpired(house.db, new Date(Date.now() + 24 * 3_600_000 + 60_000));
    expect((await caller.call(createCompetition, sent)).headers['idempotency-replayed']).toBeUndefined();
    expect((await caller.call(listCompetitions)).body.competitions).toHaveLength(2);
  });

  it('stores no secret of the request', async () => {
    const caller = await house.signIn();
    const key = crypto.randomUUID();
    await caller.call(
      changePassword,
      withKey({ body: { current_password: testPassword, new_password: 'Secret-2027' } }, key),
    );
    const { rows } = await house.db.execute('select * from idempotency_keys');
    for (const secret of ['Secret-2027', testPassword, key]) expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

test('a mail is queued once, however often its call is sent', async () => {
  const caller = await house.signIn();
  const sent = withKey({ body: { email: caller.email } });
  for (const _ of [1, 2, 3]) await house.visitor.call(forgotPassword, sent);
  const queued = (await house.db.select().from(mails)).filter(({ to_address }) => to_address === caller.email);
  expect(queued).toHaveLength(1);
});

test('the history has one entry for each write, however often it was sent', async () => {
  const mine = await makeCompetition(house, 0);
  const sent = withKey({ body: rider(mine.competitionId, 1) });
  for (const _ of [1, 2, 3]) await mine.admin.call(createParticipant, sent);
  const entries = (await house.db.select().from(auditLog)).filter(
    ({ competition_id, subject }) => competition_id === mine.competitionId && subject === 'participant',
  );
  expect(entries).toHaveLength(1);
});
