import type { ClientEndpoint } from '@dossard/contract/calls/endpoint.ts';
import { createComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { getRankingAt, listHistory } from '@dossard/contract/history/history.endpoints.ts';
import { createDeskCall, createRunRequest } from '@dossard/contract/judges/desk.endpoints.ts';
import { createNotice } from '@dossard/contract/notices/notice.endpoints.ts';
import { importParticipants, listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, createUnresolvedRun, listAllRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { createOutsideResult } from '@dossard/contract/series/outside.result.endpoints.ts';
import {
  createSeries,
  getPublicStandings,
  getStandings,
  updateSeriesCompetitions,
} from '@dossard/contract/series/series.endpoints.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deskCall, makeJudgeLink, openAsJudge, runRequest } from '../../testing/judging.ts';
import {
  bibWishes,
  competitionInput,
  entryForm,
  entryPage,
  graduation,
  makeCompetition,
  outboxFile,
  outboxRun,
  runOf,
  seriesInput,
  tens,
  unresolvedRunOf,
} from '../../testing/main.job.ts';
import { outsideInput, type Place, sendings } from '../../testing/sendings.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp, testPassword } from '../../testing/test.app.ts';

/* Generated requests of all kinds: none causes a server error, and a refused call changes nothing. */

const house = await startTestApp();
const { admin, competitionId, zoneId } = await makeCompetition(house, 3, ['super_admin']);
const place = { id: competitionId };

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    '\0',
    '\ud800',
    'İ',
    'ß',
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '__proto__',
    'u 13',
    '1e999',
  ),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 130 }),
  fc.constantFrom(-0, 1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 99_999.99, 0.005, 1e-7, 10_000),
  fc.double(),
);
const anything = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
  fc.array(fc.oneof(text, number)),
);

const inQuery = anything.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));

const graduations = [graduation('U13', 'F', tens), graduation('U13', 'H', tens)];
const newcomer = { first_name: 'Alix', last_name: 'Nouveau', password: testPassword };
/** Bodies with more fields than `sendings` has. */
const fuller: Record<string, () => object> = {
  updateCompetition: () => ({
    ...competitionInput,
    ranking_rule: { runs: 'all', tie_breaks: ['penality'] },
    public_names: 'bib',
    names_until: '2027-06-12',
    laps: 3,
    laps_of_groups: [{ category: 'U13', gender: 'F', laps: 2 }],
    official_needs_checked: true,
    start_plan: {
      first_start: '09:30',
      interval_sec: 90,
      breaks: [{ from: '12:00', to: '13:00' }],
      pauses: [{ after: 40, minutes: 10 }],
      groups: [{ category: 'U13', gender: 'F', first_start: '10:15' }],
    },
  }),
  updateZone: () => ({ name: 'Le Torrent', graduations }),
  updateStatus: () => ({ competition_id: competitionId, dossard_number: 2, status: 'dnf', reason: 'Chaîne cassée' }),
  swapParticipants: () => ({ dossards: [1, 2], reason: 'Plaques échangées' }),
  mergeParticipants: () => ({ keep: 1, remove: 3, reason: 'Inscrit deux fois' }),
  createRun: () => runOf(competitionId, zoneId, 1, { recorded_at: '2027-06-12T10:00:00.000Z' }),
  updateRun: () => ({ ...runOf(competitionId, zoneId, 1), run_number: 1, version: 1 }),
  moveRuns: () => ({ runs: [{ dossard: 1, run_number: 1 }], to: 2, reason: 'Mal lu', dry_run: true }),
  createRunsOfSheet: () => ({ runs: [runOf(competitionId, zoneId, 1)] }),
  importRuns: () => outboxFile(competitionId, [outboxRun(competitionId, zoneId, 1)]),
  settleRunCheck: () => ({ dossard: 1, run_number: 1, keep: 'paper' }),
  holdResults: () => ({ groups: [{ category: 'U13', gender: 'F' }], held: 'all', release_at: null }),
  declareResult: () => ({
    category: 'U13',
    gender: 'F',
    state: 'official',
    complaints_until: '2027-06-12T15:30:00Z',
    reason: 'Réclamation accordée',
    jury: ['Alix Juge'],
  }),
  createComplaint: () => ({ dossard: 1, run_number: null, text: 'La porte 4 est passée', fee: '20 €' }),
  decideComplaint: () => ({ outcome: 'refused', jury: ['Alix Juge'], reason: 'Pas de vidéo' }),
  giveBibs: () => ({ ...bibWishes, left_out: [101] }),
  createEntryForm: () => entryForm('parent@dossard.test', ['Zoé Nouvelle'], { phone: '0102030405' }),
  updateEntryPage: () => ({
    ...entryPage,
    closes_on: '2027-06-10',
    limits_of_groups: [{ category: 'U13', gender: 'F', limit: 30 }],
  }),
  copyCompetition: () => ({ competition_id: competitionId, members: true, riders: true }),
  updateFollows: () => ({ competition_id: null, groups: [{ category: 'U13', gender: 'F', first: 6 }] }),
  updateStartOrder: () => ({ category: 'U13', gender: 'F', dossards: [2, 1] }),
  updateSeries: () => ({ ...seriesInput, is_public: true }),
  previewSeries: () => ({
    rule: {
      ...seriesInput.rule,
      best: 2,
      points_by_group: [{ category: 'U15', gender: 'F', points: [100, 80] }],
      renamed: [{ category: 'U13', counts_as: 'U15' }],
    },
  }),
  createOutsideResult: () => ({ ...outsideInput, points: [50, 40], weight: 2, always_counts: true }),
  updateOutsideResult: () => ({ ...outsideInput, points: null, weight: 3 }),
  setOutsideRanks: () => ({
    ...{ category: 'U13', gender: 'F', reason: 'Photo-finish' },
    ranks: [{ rank: 1, first_name: 'Lou', last_name: 'Petit', club: null, licence: 'A 1' }],
  }),
  decideSeriesRiders: () => ({
    action: 'join',
    entries: [
      { competition_id: competitionId, dossard: 1 },
      { competition_id: competitionId, dossard: 2 },
    ],
  }),
  register: () => ({ ...newcomer, email: 'alix@dossard.test' }),
  resendVerification: () => ({ email: 'alix@dossard.test' }),
  forgotPassword: () => ({ email: 'alix@dossard.test' }),
  proveIdentity: () => ({ code: '000000' }),
  updateProfile: () => ({ first_name: 'Camille', last_name: 'Exemple', language: 'fr' }),
  createJudgeLink: () => ({ zone_ids: [zoneId], label: 'Zone 1', ends_at: '2127-06-12T20:00:00Z', phones: 2 }),
  updateJudgeLink: () => ({ hidden: true, ends_at: '2127-06-12T20:00:00Z', phones: 2 }),
  createRunRequest: () => runRequest(1, { to_dossard: 2, remove: false }),
  decideRunRequest: () => ({ accept: false, word: 'Non' }),
  updateFactorRule: () => ({ required_of: 'super_admins' }),
  updatePassword: () => ({ email: 'alix@dossard.test', new_password: testPassword }),
  changeGlobalPermission: () => ({ action: 'grant', permission: 'manage_users', user_email: 'alix@dossard.test' }),
};
const unresolved = unresolvedRunOf(competitionId, zoneId, 98);
await admin.call(createUnresolvedRun, { params: { id: competitionId }, body: unresolved });
const { body: series } = await admin.call(createSeries, { body: seriesInput });
await admin.call(updateSeriesCompetitions, {
  params: { seriesId: series.id },
  body: { competition_ids: [competitionId] },
});
const { body: outside } = await admin.call(createOutsideResult, {
  params: { seriesId: series.id },
  body: outsideInput,
});
await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
const { body: notice } = await admin.call(createNotice, { params: place, body: { text: 'Repas', zone_id: null } });
const complained = { dossard: 1, run_number: null, text: 'La porte 4 est passée' };
const { body: complaint } = await admin.call(createComplaint, { params: place, body: complained });
const link = await makeJudgeLink(admin, competitionId);
const { judge } = await openAsJudge(house, link.token);
const [request, call] = [runRequest(1), deskCall(zoneId)];
await judge.call(createRunRequest, { params: place, body: request });
await judge.call(createDeskCall, { params: place, body: call });
const writing = endpoints.filter((endpoint) => endpoint.body && !endpoint.upload);
const params = {
  id: competitionId,
  zoneId,
  graduationId: 1,
  dossard: 1,
  pair: '1-1-2',
  entry: 1,
  submission: unresolved.submission_id,
  invitation: 'unknown',
  seriesId: series.id,
  resultId: outside.id,
  session: 999_999,
  passkey: 999_999,
  conflict: 'unknown',
  notice: notice.id,
  complaint: complaint.id,
  linkId: link.id,
  request: request.request_id,
  call: call.call_id,
};
const unmade = ['session', 'passkey', 'conflict', 'invitation'];

test('the calls find what their paths name', () => {
  for (const { name, path } of writing)
    for (const param of path.match(/(?<=:)\w+/g) ?? []) expect(params, `${param} of ${name}`).toHaveProperty(param);
  for (const [name, row] of Object.entries(params)) if (!unmade.includes(name)) expect(row, name).toBeDefined();
});

/** Replaces or omits some fields of a body. */
const spoil = (good: object) =>
  fc
    .record({
      changes: fc.dictionary(fc.constantFrom(...Object.keys(good)), anything, { maxKeys: 3 }),
      dropped: fc.subarray(Object.keys(good), { maxLength: 1 }),
      more: fc.dictionary(fc.string(), anything, { maxKeys: 2 }),
    })
    .map(({ changes, dropped, more }) => {
      const body: Record<string, unknown> = { ...more, ...good, ...changes };
      for (const name of dropped) delete body[name];
      return body;
    });

const sent: Place = {
  ...{ id: competitionId, kind: 'public', zoneId, graduationId: 1, seriesId: series.id, resultId: outside.id },
  ...{ owner: admin, stranger: await house.signIn(), judge },
};
const bodyOf = (name: string): object => fuller[name]?.() ?? (sendings[name]?.(sent).body as object);

test('only calls with a body are given a fuller one', () => {
  expect(writing.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(fuller)));
});

// ASVS 1.2.4, 1.4.2, 2.3.3, 15.3.5, 16.5.3
test.each(writing)('$name never fails because of a body, and changes nothing when it refuses', async (endpoint) => {
  const good = bodyOf(endpoint.name);
  let before = await printTables(house.db);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 5, arbitrary: spoil(good) }, { weight: 1, arbitrary: fc.dictionary(fc.string(), anything) }),
      async (body) => {
        const answer = await admin.call(endpoint, { params, body });
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([
          expect.toSatisfy((code) => code < 500),
          expect.anything(),
        ]);
        const after = await printTables(house.db);
        // The refusal may be logged in the security log (S22).
        if (answer.status >= 400) expect({ ...after, security_events: '' }).toEqual({ ...before, security_events: '' });
        before = after;
      },
    ),
    { numRuns: endpoint.name === 'login' ? 15 : 30 },
  );
});

const queryNames = [
  ...['page', 'page_size', 'category', 'gender', 'version', 'before', 'limit', 'kind', 'time', 'x'],
  ...['zone', 'referee', 'phone_id', 'dossard', 'from', 'to', 'utc_offset', 'odd', 'offset'],
];
test.each([
  getRanking,
  getPublicRanking,
  getStandings,
  getPublicStandings,
  listParticipants,
  listHistory,
  getRankingAt,
  listAllRuns,
])('$name never fails on a query', async (endpoint: ClientEndpoint) => {
  const query = fc.dictionary(fc.constantFrom(...queryNames), inQuery);
  await fc.assert(
    fc.asyncProperty(query, async (generated) => {
      expect((await admin.call(endpoint, { params, query: generated })).status).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});

test('an import never fails on bytes', async () => {
  const rows = fc.array(fc.array(fc.oneof(text, number.map(String)), { maxLength: 7 }), { maxLength: 5 });
  const file = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    rows.map((cells) =>
      Buffer.from(`Dossard;Nom;Prénom;Sexe;Catégorie\n${cells.map((row) => row.join(';')).join('\n')}`),
    ),
  );
  await fc.assert(
    fc.asyncProperty(file, text, async (bytes, name) => {
      const answer = await admin.call(importParticipants, {
        params: place,
        file: { name: `${name.replace(/["\r\n]/g, '')}.csv`, bytes },
      });
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 12 },
  );
});
