import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';

/** Who may make each call, written out by hand, so that nobody changes it in passing. */
const whoMay: Record<string, string> = {
  login: 'anyone',
  logout: 'anyone',
  register: 'anyone',
  resendVerification: 'anyone',
  verifyEmail: 'anyone',
  forgotPassword: 'anyone',
  changePassword: 'signed_in',
  listSessions: 'signed_in',
  endSession: 'signed_in',
  exportAccount: 'signed_in',
  deleteAccount: 'signed_in',
  getProfile: 'signed_in',
  updateProfile: 'signed_in',
  listCompetitions: 'signed_in',
  listPublicCompetitions: 'anyone',
  createCompetition: 'create_competition',
  getCompetition: 'view_competition',
  updateCompetition: 'manage_competition',
  deleteCompetition: 'manage_competition',
  restoreCompetition: 'manage_competition',
  setVisibility: 'manage_competition',
  listZones: 'view_competition',
  getZone: 'view_competition',
  listCategories: 'view_competition or public',
  createZone: 'manage_zones',
  updateZone: 'manage_zones',
  deleteZone: 'manage_zones',
  createGraduation: 'manage_zones',
  updateGraduation: 'manage_zones',
  deleteGraduation: 'manage_zones',
  listParticipants: 'see_participants',
  findParticipant: 'find_participant',
  createParticipant: 'manage_participants',
  updateStatus: 'edit_runs',
  updateParticipant: 'manage_participants',
  deleteParticipant: 'manage_participants',
  importParticipants: 'manage_participants',
  getPersonalData: 'manage_participants',
  erasePersonalData: 'manage_participants',
  getProgress: 'see_participants',
  getRoster: 'record_runs',
  createRun: 'record_runs',
  verifyRun: 'signed_in',
  listRuns: 'edit_runs',
  listAllRuns: 'edit_runs',
  listRunSources: 'edit_runs',
  updateRun: 'edit_runs',
  deleteRun: 'edit_runs',
  importRuns: 'edit_runs',
  createRunsOfSheet: 'edit_runs',
  createRunCheck: 'edit_runs',
  settleRunCheck: 'edit_runs',
  listRunChecks: 'edit_runs',
  listDoubtfulRuns: 'edit_runs',
  settleDoubtfulRuns: 'edit_runs',
  createUnresolvedRun: 'record_runs',
  listUnresolvedRuns: 'edit_runs',
  resolveUnresolvedRun: 'edit_runs',
  deleteUnresolvedRun: 'edit_runs',
  getRanking: 'see_ranking',
  getPublicRanking: 'anyone',
  exportPublicRanking: 'anyone',
  getRankingSchema: 'anyone',
  getRiderRanking: 'see_ranking or public',
  streamRankings: 'follow_ranking or public',
  getSpeakerFeed: 'see_ranking',
  getSpeakerLink: 'manage_competition',
  createSpeakerLink: 'manage_competition',
  deleteSpeakerLink: 'manage_competition',
  getLinkedSpeakerFeed: 'anyone',
  streamLinkedSpeaker: 'anyone',
  exportResults: 'export_results',
  listResults: 'see_ranking',
  listPublicResults: 'anyone',
  declareResult: 'manage_competition',
  getOfficialJson: 'anyone',
  getPublicList: 'anyone',
  getOfficialList: 'see_ranking',
  exportOfficialList: 'export_results',
  verifyList: 'anyone',
  listTies: 'see_ranking',
  decideTie: 'manage_competition',
  withdrawTie: 'manage_competition',
  listComplaints: 'edit_runs',
  createComplaint: 'edit_runs',
  decideComplaint: 'edit_runs',
  getFollows: 'manage_competition',
  updateFollows: 'manage_competition',
  takeOverRiders: 'manage_competition',
  getStartOrder: 'see_participants',
  updateStartOrder: 'manage_participants',
  listSeries: 'signed_in',
  createSeries: 'create_competition',
  getSeries: 'series',
  updateSeries: 'series',
  deleteSeries: 'series',
  updateSeriesCompetitions: 'series',
  previewSeries: 'series',
  createSeriesAdmin: 'series',
  deleteSeriesAdmin: 'series',
  listSeriesRiders: 'series',
  decideSeriesRiders: 'series',
  getStandings: 'series',
  getClubStandings: 'series',
  exportStandings: 'series',
  getPublicSeries: 'anyone',
  getPublicStandings: 'anyone',
  exportPublicStandings: 'anyone',
  getPublicClubStandings: 'anyone',
  createInvitation: 'invite_users',
  inviteReferee: 'invite_users',
  getInvitation: 'anyone',
  listInvitations: 'invite_users',
  deleteInvitation: 'invite_users',
  acceptInvitation: 'signed_in',
  acceptInvitationUnauthenticated: 'anyone',
  listMembers: 'manage_members',
  updateMember: 'manage_members',
  deleteMember: 'manage_members',
  reportPhone: 'record_runs',
  listPhones: 'invite_users',
  createNotice: 'invite_users',
  listNotices: 'invite_users',
  deleteNotice: 'invite_users',
  listHistory: 'manage_competition',
  restoreEntry: 'manage_competition',
  getRankingAt: 'manage_competition',
  listAccounts: 'super_admin',
  updatePassword: 'manage_users',
  exportAccountOf: 'manage_users',
  deleteAccountOf: 'manage_users',
  changeGlobalPermission: 'super_admin',
  resetSystem: 'super_admin',
};

test('every call says who may make it, as it is written here', () => {
  const said = endpoints.map(({ name, who }) => {
    if (who.kind === 'anyone' || who.kind === 'signed_in' || who.kind === 'series') return [name, who.kind];
    return [name, 'orIfPublic' in who ? `${who.permission} or public` : who.permission];
  });
  expect(Object.fromEntries(said)).toEqual(whoMay);
});

/** What an answer checks beyond types, each with its place in the answer. */
function listChecks(schema: z.ZodMiniType, place: string): string[] {
  const def: Record<string, unknown> = { ...schema._zod.def };
  const checks = ((def.checks ?? []) as { _zod: { def: { check: string } } }[]).map(({ _zod }) => _zod.def.check);
  const inner = Object.entries(def).flatMap(([key, value]) => {
    if (key === 'shape')
      return Object.entries(value as object).map(([name, one]) => [`${place}.${name}`, one] as const);
    if (key === 'options') return (value as z.ZodMiniType[]).map((one) => [place, one] as const);
    return ['element', 'innerType', 'in', 'out', 'keyType', 'valueType'].includes(key) ? [[place, value] as const] : [];
  });
  return [
    ...checks.map((check) => `${place}: ${check}`),
    ...inner.flatMap(([at, one]) => listChecks(one as z.ZodMiniType, at)),
  ];
}

test('no answer refuses what may be stored: beyond types it checks the range of ids alone', () => {
  const found = endpoints.flatMap(({ name, answer }) => (answer ? listChecks(answer, name) : []));
  const isId = (line: string) => /(id|dossards?|_number|run_number|next): (greater|less)_than$/.test(line);
  expect(found.filter((line) => !isId(line))).toEqual(['listDoubtfulRuns.pairs.runs: length_equals']);
});

test('no two calls share a name, or a method and path', () => {
  for (const key of [endpoints.map((one) => one.name), endpoints.map((one) => `${one.method} ${one.path}`)]) {
    expect(new Set(key).size).toBe(endpoints.length);
  }
});
