import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { createCompetition, setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { updateEntryPage } from '@dossard/contract/entries/entry.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createOutsideResult } from '@dossard/contract/series/outside.result.endpoints.ts';
import { createSeries, updateSeries, updateSeriesCompetitions } from '@dossard/contract/series/series.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { derivePushKeys } from '../../push/push.keys.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { seriesAdmins } from '../../tables/series.tables.ts';
import { entrySendings } from '../../testing/entry.sendings.ts';
import {
  expectedOutcome,
  globals,
  type Kind,
  kinds,
  type Name,
  ofPublicCompetitions,
  roles,
  who,
} from '../../testing/expected.outcomes.ts';
import { judgeSendings, makeJudgeLink, openAsJudge } from '../../testing/judging.ts';
import {
  competitionInput,
  entryPage,
  graduation,
  outboxFile,
  phoneReport,
  rider,
  runOf,
  seriesInput,
  tens,
  ticksOf,
  unresolvedRunOf,
} from '../../testing/main.job.ts';
import { type Outcome, printPermissions } from '../../testing/permissions.page.ts';
import { placeSendings } from '../../testing/place.sendings.ts';
import { startTestApp, type TestAnswer, type TestCaller, testPassword } from '../../testing/test.app.ts';

/*
 * Calls every endpoint as every kind of caller: the outcome must follow from the endpoint's `who`, and match
 * docs/permissions.md. A new endpoint needs a row in `sendings`, and `-u` to regenerate the page.
 */

const push = { keys: derivePushKeys(Buffer.alloc(32, 5)), subject: 'mailto:contact@dossard.test' };
// A permitted reset gets as far as its backup, so that nothing is erased.
const refuse = () => Promise.reject(new Refusal('overloaded'));
const house = await startTestApp({ push, publicDemo: { enter: refuse, listedId: () => 0 }, writeBackup: refuse });

/** A competition to call; `riders` has 1 to 3, and `runs` the numbers of rider 1’s runs. */
interface Place {
  id: number;
  /** Has opened a link for the competition's judges. */
  judge: TestCaller;
  zoneId: number;
  graduationId: number;
  seriesId: number;
  resultId: number;
}
type Sending = Pick<NonNullable<Parameters<TestCaller['call']>[1]>, 'params' | 'query' | 'body' | 'headers' | 'file'>;

const newcomer = { first_name: 'Alix', last_name: 'Nouveau', password: testPassword };
const zoneBody = { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] };
const listed = { category: 'U13', gender: 'F', revision: 1 };
const outsideInput = { name: 'Cross des Prés', date: '2027-05-15', discipline: 'XC' };
const file = { name: 'a.csv', bytes: '20;U13;Le Gall;Zoé;F\n' };

/** The input of each endpoint, valid enough to reach its handler. */
const sendings: Record<string, (place: Place) => Sending> = {
  login: () => ({ body: { email: owner.email, password: testPassword } }),
  logout: () => ({ headers: { cookie: 'session=of-nobody' } }),
  register: () => ({ body: { ...newcomer, email: `${crypto.randomUUID()}@dossard.test` } }),
  resendVerification: () => ({ body: { email: 'nobody@dossard.test' } }),
  verifyEmail: () => ({ query: { token: 'of-no-mail' } }),
  forgotPassword: () => ({ body: { email: 'nobody@dossard.test' } }),
  changePassword: () => ({ body: { current_password: 'Wrong-2027', new_password: 'Other-2027' } }),
  listSessions: () => ({}),
  endSession: () => ({ params: { session: 999_999 } }),
  exportAccount: () => ({}),
  deleteAccount: () => ({ body: { current_password: 'Wrong-2027' } }),
  listFactors: () => ({}),
  startCodes: () => ({}),
  confirmCodes: () => ({ body: { code: '000000' } }),
  deleteCodes: () => ({}),
  startPasskey: () => ({}),
  createPasskey: () => ({ body: { name: 'Téléphone', credential: { id: 'of-nobody' } } }),
  deletePasskey: () => ({ params: { passkey: 999_999 } }),
  createRecoveryCodes: () => ({}),
  proveIdentity: () => ({ body: { current_password: 'Wrong-2027' } }),
  getPasskeyOptions: () => ({}),
  loginWithPasskey: () => ({ body: { credential: { id: 'of-nobody' } } }),
  getProfile: () => ({}),
  updateProfile: () => ({ body: { first_name: 'Camille', last_name: 'Exemple' } }),
  listCompetitions: () => ({}),
  listPublicCompetitions: () => ({}),
  getPublicCompetition: ({ id }) => ({ params: { id } }),
  createCompetition: () => ({ body: competitionInput }),
  getCompetition: ({ id }) => ({ params: { id } }),
  getCounts: ({ id }) => ({ params: { id } }),
  updateCompetition: ({ id }) => ({ params: { id }, body: competitionInput }),
  deleteCompetition: ({ id }) => ({ params: { id } }),
  restoreCompetition: ({ id }) => ({ params: { id } }),
  // Not the place under test, so that it stays public or private for the other callers.
  setVisibility: ({ id }) => ({ body: { competition_id: id, is_public: id === places.public.id } }),
  listZones: ({ id }) => ({ params: { id } }),
  getZone: ({ id, zoneId }) => ({ params: { id, zoneId } }),
  listCategories: ({ id }) => ({ params: { id } }),
  createZone: ({ id }) => ({ params: { id }, body: zoneBody }),
  updateZone: ({ id, zoneId }) => ({ params: { id, zoneId }, body: { name: 'La Souche' } }),
  deleteZone: ({ id, zoneId }) => ({ params: { id, zoneId } }),
  createGraduation: ({ id, zoneId }) => ({ params: { id, zoneId }, body: graduation('U17', 'H', tens) }),
  updateGraduation: ({ id, zoneId, graduationId }) => ({
    params: { id, zoneId, graduationId },
    body: graduation('U13', 'F', tens),
  }),
  deleteGraduation: ({ id, graduationId }) => ({ params: { id, graduationId } }),
  listParticipants: ({ id }) => ({ params: { id } }),
  findParticipant: ({ id }) => ({ params: { id, dossard: 1 } }),
  createParticipant: ({ id }) => ({ body: rider(id, 9) }),
  updateParticipant: ({ id }) => ({ body: rider(id, 2) }),
  updateStatus: ({ id }) => ({ body: { competition_id: id, dossard_number: 2, status: 'dns' } }),
  deleteParticipant: ({ id }) => ({ body: { competition_id: id, dossard_number: 3 } }),
  importParticipants: ({ id }) => ({ params: { id }, file }),
  getPersonalData: ({ id }) => ({ params: { id, dossard: 1 } }),
  erasePersonalData: ({ id }) => ({ params: { id, dossard: 2 } }),
  getProgress: ({ id }) => ({ params: { id } }),
  getRoster: ({ id }) => ({ params: { id } }),
  createRun: ({ id, zoneId }) => ({ body: runOf(id, zoneId, 1) }),
  verifyRun: () => ({ query: { submissionID: 'some-run' } }),
  listRuns: ({ id }) => ({ params: { id, dossard: 1 } }),
  updateRun: ({ id, zoneId }) => ({ body: { ...runOf(id, zoneId, 1), run_number: 1 } }),
  deleteRun: ({ id }) => ({ query: { competitionID: id, dossard: 1, runNumber: 2 } }),
  importRuns: ({ id }) => ({ params: { id }, body: outboxFile(id) }),
  createRunsOfSheet: ({ id }) => ({ params: { id }, body: { runs: [] } }),
  listAllRuns: ({ id }) => ({ params: { id } }),
  listRunSources: ({ id }) => ({ params: { id } }),
  createRunCheck: ({ id, zoneId }) => ({ params: { id }, body: runOf(id, zoneId, 1) }),
  settleRunCheck: ({ id }) => ({ params: { id }, body: { dossard: 1, run_number: 1, keep: 'recorded' } }),
  listRunChecks: ({ id }) => ({ params: { id } }),
  listDoubtfulRuns: ({ id }) => ({ params: { id } }),
  settleDoubtfulRuns: ({ id }) => ({ params: { id, pair: '1-1-2' }, body: { keep: 'both' } }),
  createUnresolvedRun: ({ id, zoneId }) => ({ params: { id }, body: unresolvedRunOf(id, zoneId, 99) }),
  listUnresolvedRuns: ({ id }) => ({ params: { id } }),
  resolveUnresolvedRun: ({ id }) => ({ params: { id, submission: 'unknown' }, body: { dossard: 1 } }),
  deleteUnresolvedRun: ({ id }) => ({ params: { id, submission: 'unknown' } }),
  reportPhone: ({ id, zoneId }) => ({ params: { id }, body: phoneReport(zoneId) }),
  listPhones: ({ id }) => ({ params: { id } }),
  listCompetitionAlarms: ({ id }) => ({ params: { id } }),
  createNotice: ({ id }) => ({ params: { id }, body: { text: 'Zone fermée', zone_id: null } }),
  listNotices: ({ id }) => ({ params: { id } }),
  deleteNotice: ({ id }) => ({ params: { id, notice: 2_000_000_000 } }),
  getRanking: ({ id }) => ({ params: { id } }),
  getPublicRanking: ({ id }) => ({ params: { id } }),
  exportPublicRanking: ({ id }) => ({ params: { id } }),
  getRankingSchema: () => ({}),
  getRiderRanking: ({ id }) => ({ params: { id, dossard: 1 } }),
  streamRankings: ({ id }) => ({ params: { id } }),
  getSpeakerFeed: ({ id }) => ({ params: { id } }),
  getSpeakerLink: ({ id }) => ({ params: { id } }),
  createSpeakerLink: ({ id }) => ({ params: { id } }),
  deleteSpeakerLink: ({ id }) => ({ params: { id } }),
  getLinkedSpeakerFeed: () => ({ query: { token: 'of-no-link' } }),
  streamLinkedSpeaker: () => ({ query: { token: 'of-no-link' } }),
  exportResults: ({ id }) => ({ params: { id } }),
  listResults: ({ id }) => ({ params: { id } }),
  listPublicResults: ({ id }) => ({ params: { id } }),
  holdResults: ({ id }) => ({ params: { id }, body: { groups: null, held: 'podium' } }),
  declareResult: ({ id }) => ({ params: { id }, body: { category: 'U13', gender: 'F', state: 'provisional' } }),
  getOfficialJson: ({ id }) => ({ params: { id, ...listed } }),
  getPublicList: ({ id }) => ({ params: { id, ...listed } }),
  getOfficialList: ({ id }) => ({ params: { id, ...listed } }),
  exportOfficialList: ({ id }) => ({ params: { id, ...listed } }),
  verifyList: () => ({ query: { sha256: '0'.repeat(64) } }),
  listTies: ({ id }) => ({ params: { id } }),
  decideTie: ({ id }) => ({
    params: { id },
    body: { category: 'U13', gender: 'F', dossards: [1, 2], reason: 'Barrage' },
  }),
  withdrawTie: ({ id }) => ({ params: { id, dossard: 1 } }),
  listComplaints: ({ id }) => ({ params: { id } }),
  createComplaint: ({ id }) => ({ params: { id }, body: { dossard: 1, text: 'La porte 4 est passée' } }),
  decideComplaint: ({ id }) => ({ params: { id, complaint: 1 }, body: { outcome: 'withdrawn' } }),
  ...entrySendings,
  getHandout: ({ id }) => ({ params: { id } }),
  updateHandout: ({ id }) => ({ params: { id }, body: ticksOf(1) }),
  markAbsent: ({ id }) => ({ params: { id }, body: { dossards: [1] } }),
  previewCopy: ({ id }) => ({ params: { id } }),
  copyCompetition: ({ id }) => ({ params: { id }, body: { competition_id: id } }),
  getFollows: ({ id }) => ({ params: { id } }),
  updateFollows: ({ id }) => ({ params: { id }, body: { competition_id: null, groups: [] } }),
  takeOverRiders: ({ id }) => ({ params: { id }, body: { dry_run: true } }),
  getStartOrder: ({ id }) => ({ params: { id } }),
  exportStartList: ({ id }) => ({ params: { id } }),
  updateStartOrder: ({ id }) => ({ params: { id }, body: { category: 'U13', gender: 'F', dossards: [] } }),
  followRider: ({ id }) => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
    return { params: { id, dossard: 1 }, body: { endpoint: 'https://push.dossard.test/1', keys, language: 'fr' } };
  },
  unfollowRider: ({ id }) => ({ params: { id, dossard: 1 }, body: { endpoint: 'https://push.dossard.test/1' } }),
  listSeries: () => ({}),
  createSeries: () => ({ body: seriesInput }),
  getSeries: ({ seriesId }) => ({ params: { seriesId } }),
  updateSeries: ({ seriesId }) => ({ params: { seriesId }, body: { season: '2028' } }),
  deleteSeries: ({ seriesId }) => ({ params: { seriesId } }),
  updateSeriesCompetitions: ({ id, seriesId }) => ({ params: { seriesId }, body: { competition_ids: [id] } }),
  previewSeries: ({ seriesId }) => ({ params: { seriesId }, body: { rule: seriesInput.rule } }),
  createSeriesAdmin: ({ seriesId }) => ({ params: { seriesId }, body: { email: owner.email } }),
  deleteSeriesAdmin: ({ seriesId }) => ({ params: { seriesId }, body: { user_id: owner.id } }),
  deleteSeriesInvitation: ({ seriesId }) => ({ params: { seriesId }, body: { email: 'nobody@dossard.test' } }),
  answerSeriesInvitation: ({ seriesId }) => ({ body: { series_id: seriesId, accept: true } }),
  listRelations: ({ id }) => ({ params: { id } }),
  takeOverRelation: ({ id }) => ({ params: { id, relationKind: 'series', relationId: 2_000_000_000 } }),
  deleteRelation: ({ id }) => ({ params: { id, relationKind: 'series', relationId: 2_000_000_000 } }),
  listOutsideResults: ({ seriesId }) => ({ params: { seriesId } }),
  createOutsideResult: ({ seriesId }) => ({ params: { seriesId }, body: outsideInput }),
  updateOutsideResult: ({ seriesId, resultId }) => ({ params: { seriesId, resultId }, body: { weight: 2 } }),
  deleteOutsideResult: ({ seriesId, resultId }) => ({ params: { seriesId, resultId } }),
  getOutsideRanks: ({ seriesId, resultId }) => ({
    params: { seriesId, resultId },
    query: { category: 'U13', gender: 'F' },
  }),
  setOutsideRanks: ({ seriesId, resultId }) => ({
    params: { seriesId, resultId },
    body: { category: 'U13', gender: 'F', ranks: [], reason: 'Photo-finish' },
  }),
  eraseOutsideRider: ({ seriesId, resultId }) => ({ params: { seriesId, resultId }, body: { row: 1 } }),
  readRankFile: ({ seriesId, resultId }) => ({ params: { seriesId, resultId }, file }),
  listSeriesRiders: ({ seriesId }) => ({ params: { seriesId } }),
  decideSeriesRiders: ({ id, seriesId }) => ({
    params: { seriesId },
    body: { action: 'guest', entries: [{ competition_id: id, dossard: 1 }] },
  }),
  getStandings: ({ seriesId }) => ({ params: { seriesId } }),
  getClubStandings: ({ seriesId }) => ({ params: { seriesId } }),
  exportStandings: ({ seriesId }) => ({ params: { seriesId } }),
  getPublicSeries: ({ seriesId }) => ({ params: { seriesId } }),
  listPublicSeriesOf: ({ id }) => ({ params: { id } }),
  getPublicStandings: ({ seriesId }) => ({ params: { seriesId } }),
  exportPublicStandings: ({ seriesId }) => ({ params: { seriesId } }),
  getPublicClubStandings: ({ seriesId }) => ({ params: { seriesId } }),
  ...judgeSendings,
  createInvitation: ({ id }) => ({ params: { id } }),
  inviteReferee: ({ id }) => ({ body: { competition_id: id, email: 'juge@dossard.test' } }),
  getInvitation: () => ({ query: { token: 'of-no-invitation' } }),
  listInvitations: ({ id }) => ({ params: { id } }),
  deleteInvitation: ({ id }) => ({ params: { id, invitation: 'unknown' } }),
  acceptInvitation: () => ({ body: { token: 'of-no-invitation' } }),
  acceptInvitationUnauthenticated: () => ({
    body: { ...newcomer, email: 'nobody@dossard.test', token: 'of-no-invitation' },
  }),
  listMembers: ({ id }) => ({ params: { id } }),
  updateMember: ({ id }) => ({ params: { id }, body: { user_id: callers['not a member'].id, role: 'viewer' } }),
  deleteMember: ({ id }) => ({ params: { id }, body: { user_id: callers['not a member'].id } }),
  listHistory: ({ id }) => ({ params: { id } }),
  restoreEntry: ({ id }) => ({ params: { id, entry: 2_000_000_000 } }),
  getRankingAt: ({ id }) => ({ params: { id }, query: { time: '2027-06-12T10:00:00.000Z' } }),
  setUp: () => ({ body: { token: 'of-no-link', email: 'nobody@dossard.test', password: testPassword } }),
  openSetupDemonstration: () => ({ body: { token: 'of-no-link' } }),
  enterDemonstration: () => ({}),
  openDemonstration: () => ({}),
  listNetworkAddresses: () => ({}),
  listAccounts: () => ({ query: { page: 1 } }),
  exportAccountOf: () => ({ query: { email: 'nobody@dossard.test' } }),
  deleteAccountOf: () => ({ body: { email: 'nobody@dossard.test' } }),
  removeFactorsOf: () => ({ body: { email: 'nobody@dossard.test' } }),
  getFactorRule: () => ({}),
  updateFactorRule: () => ({ body: { required_of: 'nobody' } }),
  updatePassword: () => ({ body: { email: 'nobody@dossard.test', new_password: testPassword } }),
  changeGlobalPermission: () => ({
    body: { action: 'grant', permission: 'manage_users', user_email: 'nobody@dossard.test' },
  }),
  listSecurityEvents: () => ({ query: { page: 1 } }),
  listAlarms: () => ({ query: { page: 1 } }),
  exportSecurityEvents: () => ({}),
  ...placeSendings,
  listResets: () => ({}),
  undoReset: () => ({ body: { backup: 'none' } }),
  resetSystem: () => ({ headers: { 'x-confirm': 'RESET' } }),
};

let owner: TestCaller;
let callers: Record<Exclude<Name, 'judge'>, TestCaller>;
let places: Record<Kind, Place>;

async function makePlace(kind: Kind): Promise<Place> {
  const { id } = (await owner.call(createCompetition, { body: competitionInput })).body;
  await owner.call(setVisibility, { body: { competition_id: id, is_public: kind === 'public' } });
  await owner.call(updateEntryPage, { params: { id }, body: entryPage });
  const ofRole = roles.map((role) => ({ competition_id: id, user_id: callers[role].id, role }));
  await house.db
    .insert(members)
    .values([...ofRole, { competition_id: id, user_id: callers.invited.id, role: 'admin' as const }]);
  const graduations = [graduation('U13', 'F', tens), graduation('U13', 'H', tens)];
  const zone = (await owner.call(createZone, { params: { id }, body: { name: 'Les Dalles', graduations } })).body;
  for (const dossard of [1, 2, 3]) await owner.call(createParticipant, { body: rider(id, dossard) });
  for (const _ of [1, 2]) await owner.call(createRun, { body: runOf(id, zone.id, 1) });
  const { judge } = await openAsJudge(house, (await makeJudgeLink(owner, id)).token);
  const zoneKeys = { zoneId: zone.id, graduationId: zone.graduations[1].id };
  return { id, judge, ...zoneKeys, ...(await makeSeries(id, kind)) };
}

/** Creates a series of the competition and of a result from elsewhere, with `admin` as its admin, and `invited`, who may not act yet. */
async function makeSeries(competitionId: number, kind: Kind): Promise<Pick<Place, 'seriesId' | 'resultId'>> {
  const { id: seriesId } = (await owner.call(createSeries, { body: seriesInput })).body;
  const params = { seriesId };
  await owner.call(updateSeriesCompetitions, { params, body: { competition_ids: [competitionId] } });
  await owner.call(updateSeries, { params, body: { is_public: kind === 'public' } });
  const admins = [callers.admin, callers.invited].map(({ id: user_id }) => ({ series_id: seriesId, user_id }));
  await house.db.insert(seriesAdmins).values(admins);
  const { id: resultId } = (await owner.call(createOutsideResult, { params, body: outsideInput })).body;
  return { seriesId, resultId };
}

async function makePlaces(): Promise<Record<Kind, Place>> {
  return { private: await makePlace('private'), public: await makePlace('public') };
}

let placesToRead: Promise<Record<Kind, Place>> | undefined;
/** Returns places for calls that change nothing, which share them. */
function getPlacesToRead() {
  placesToRead ??= makePlaces();
  return placesToRead;
}

/** Returns a competition that does not exist, with the same fields. */
const absent = (place: Place): Place => ({ ...place, id: 999_999, seriesId: 999_999 });

function send(endpoint: Endpoint, name: Name, place: Place): Promise<TestAnswer> {
  const sending = sendings[endpoint.name];
  if (!sending) throw new Error(`Add what ${endpoint.name} is sent to the table \`sendings\` of access.test.ts.`);
  return (name === 'judge' ? place.judge : callers[name]).call(endpoint, sending(place));
}

/** Returns what an answer reveals about permission; later refusals, such as a missing zone, do not count. */
function outcomeOf({ status, body }: TestAnswer): Outcome {
  if (status === 401) return 'signs in first';
  if (status === 403) return 'forbidden';
  if (status === 404 && ['competition_not_found', 'series_not_found'].includes(body.code)) return 'not found';
  if (['invalid_request', 'internal_error', 'not_found'].includes(body.code)) return 'goes wrong';
  return 'allowed';
}

beforeAll(async () => {
  owner = await house.signIn(['create_competition']);
  const signedIn = await Promise.all([
    ...['not a member', 'invited', ...roles].map(async (name) => [name, await house.signIn()] as const),
    ...globals.map(async (permission) => [permission, await house.signIn([permission])] as const),
  ]);
  callers = { 'signed out': house.visitor, ...Object.fromEntries(signedIn) } as typeof callers;
  await house.db
    .update(users)
    .set({ email_verified_at: null, account_status: 'invited' })
    .where(eq(users.id, callers.invited.id));
});

test('every endpoint has its row in the table, and no row is left over', () => {
  expect(Object.keys(sendings).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

/** Deletes or restores both competitions. */
async function setDeleted(deleted: boolean): Promise<void> {
  await house.db
    .update(competitions)
    .set({ deleted_at: deleted ? new Date().toISOString() : null })
    .where(inArray(competitions.id, [places.private.id, places.public.id]));
}

/** The outcomes by endpoint, to be printed. */
const matrix: Record<Kind, [Endpoint, Record<Name, Outcome>][]> = { private: [], public: [] };
// ASVS 8.2.1
describe.each(endpoints)('$name', (endpoint) => {
  beforeAll(async () => {
    places = endpoint.method === 'GET' ? await getPlacesToRead() : await makePlaces();
  });

  test.each(kinds)('lets in the right callers, in a %s competition', async (kind) => {
    const found = {} as Record<Name, Outcome>;
    for (const name of who) {
      await setDeleted(endpoint.who.kind === 'competition' && endpoint.who.evenDeleted === true);
      // A deleted series cannot be restored, so each caller gets their own.
      if (endpoint.name === 'deleteSeries') Object.assign(places[kind], await makeSeries(places[kind].id, kind));
      found[name] = outcomeOf(await send(endpoint, name, places[kind]));
    }
    await setDeleted(false);
    expect(found).toEqual(Object.fromEntries(who.map((name) => [name, expectedOutcome(endpoint, name, kind)])));
    matrix[kind].push([endpoint, found]);
  });

  if (['competition', 'series'].includes(endpoint.who.kind) || ofPublicCompetitions.includes(endpoint.name)) {
    test('answers callers who may not see a competition exactly as if it did not exist', async () => {
      const seen = ({ status, headers, body: { request_id: _, ...body } }: TestAnswer) => {
        const { date, 'content-length': length, ...others } = headers;
        return { status, headers: others, body };
      };
      for (const name of ['signed out', 'not a member'] as const) {
        const hidden = await send(endpoint, name, places.private);
        expect(seen(hidden)).toEqual(seen(await send(endpoint, name, absent(places.private))));
      }
    });
  }
});

// ASVS 8.1.1, 8.3.1, 15.3.1
test('docs/permissions.md matches the outcomes', async () => {
  const differing = matrix.public.filter(([endpoint, found]) => {
    const hidden = matrix.private.find(([one]) => one === endpoint)?.[1];
    return who.some((name) => hidden?.[name] !== found[name]);
  });
  const page = printPermissions({ private: matrix.private, differing }, who);
  await expect(page).toMatchFileSnapshot('../../../../docs/permissions.md');
});
