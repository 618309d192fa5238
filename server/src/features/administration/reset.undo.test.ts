import { rm, stat, truncate } from 'node:fs/promises';
import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import { exportAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  changeGlobalPermission,
  deleteAccountOf,
  listResets,
  resetSystem,
  undoReset,
} from '@dossard/contract/administration/administration.endpoints.ts';
import {
  createCompetition,
  listCompetitions,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createDeskCall,
  createRunRequest,
  listDeskCalls,
  listRunRequests,
} from '@dossard/contract/judges/desk.endpoints.ts';
import { listMembers, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { getFollows, updateFollows } from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import * as series from '@dossard/contract/series/series.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedUser } from '../../access/account.store.ts';
import { startSession } from '../../access/session.store.ts';
import { findBackup, listBackups, pruneBackups } from '../../backup/backup.files.ts';
import { writeBackup } from '../../backup/backup.writer.ts';
import { makeFolder } from '../../backup/testing/backup.places.ts';
import { globalPermissions, users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { members as memberTable } from '../../tables/member.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { zones } from '../../tables/zone.tables.ts';
import { deskCall, makeJudgeLink, openAsJudge, runRequest } from '../../testing/judging.ts';
import { competitionInput, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestApp, type TestCaller, testPassword } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';

const day = 86_400_000;
let house: TestApp;
let folder: string;
let now: number;
let boss: TestCaller;
let admin: TestCaller;
let id: number;
let ranking: string;

/** A server that keeps backups, with a competition that has runs. */
beforeEach(async () => {
  now = Date.now();
  folder = await makeFolder();
  house = await startTestApp(({ db }) => ({
    clock: () => new Date(now),
    writeBackup: async (reason, at) => (await writeBackup({ db, folder, now: at, reason })).name,
    findBackup: (name) => findBackup(folder, name),
  }));
  boss = await house.signIn(['super_admin']);
  let zoneId: number;
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  await admin.call(createRun, { body: runOf(id, zoneId, 1) });
  ranking = await readRanking();
});

const readRanking = async () =>
  JSON.stringify((await boss.call(getRanking, { params: { id }, query: {} })).body.rankings);
const reset = async () => {
  expect((await boss.call(resetSystem, { headers: { 'x-confirm': 'RESET' } })).status).toBe(200);
  return newest();
};
const list = async () => (await boss.call(listResets)).body.resets;
const newest = async () => (await list())[0].backup as string;
const undo = (backup: string) => boss.call(undoReset, { body: { backup } });
const refusal = ({ status, body }: TestAnswer) => [status, body.code];
type Deed = { action: string; subject: { key: string } };
/** Signs in with a new account, whose address was an account's before the reset. */
async function registerAgain(email: string): Promise<TestCaller> {
  const again = await house.signIn();
  await house.db.update(users).set({ email }).where(eq(users.id, again.id));
  return again;
}
const emails = async () => (await house.db.select({ email: users.email }).from(users)).map(({ email }) => email);

describe('undoing a reset', () => {
  it('leaves out what hangs on rows of a super administrator who is gone by then', async () => {
    const second = await house.signIn(['super_admin']);
    const { body } = await second.call(createCompetition, { body: competitionInput });
    const { token } = await makeJudgeLink(second, body.id);
    await openAsJudge(house, token);
    const backup = await reset();
    const revoked = { action: 'revoke', permission: 'super_admin', user_email: second.email } as const;
    expect((await boss.call(changeGlobalPermission, { body: revoked })).status).toBe(200);
    now += 2_000;
    await reset();
    expect((await undo(backup)).status).toBe(200);
    expect(await readRanking()).toBe(ranking);
  });

  it('leaves a round in use when its maker has registered again', async () => {
    const final = (await admin.call(createCompetition, { body: competitionInput })).body.id;
    const follows = { competition_id: id, groups: [{ category: 'U13', gender: 'F', first: 3 } as const] };
    await admin.call(updateFollows, { params: { id: final }, body: follows });
    const backup = await reset();
    const again = { email: admin.email, first_name: 'Camille', last_name: 'Fictif', password_hash: 'x' };
    await house.db.transaction((tx) => createVerifiedUser({ tx, now: new Date(now) }, again, []));
    expect((await undo(backup)).status).toBe(200);
    expect((await boss.call(getFollows, { params: { id: final } })).body).toMatchObject({ suspended: false });
  });

  it('restores competitions, members, runs and accounts, and keeps what was created since', async () => {
    const backup = await reset();
    expect(await list()).toMatchObject([{ backup, by: boss.email, state: 'can_undo' }]);
    const made = (await boss.call(createCompetition, { body: competitionInput })).body.id;
    const undone = await undo(backup);
    const message = 'The reset was undone. Accounts that came back have to sign in again.';
    expect([undone.status, undone.body.message]).toEqual([200, message]);
    expect(await readRanking()).toBe(ranking);
    const listed = (await boss.call(listCompetitions)).body.competitions.map((one: { id: number }) => one.id);
    expect(listed.sort()).toEqual([id, made].sort());
    const members = (await boss.call(listMembers, { params: { id } })).body.users;
    expect(members.map(({ email }: { email: string }) => email)).toEqual([admin.email]);
    // The history's chains are complete (H1).
    expect((await verifyChains(house.db, [])).flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(await list()).toMatchObject([{ backup, state: 'undone' }]);
    expect(refusal(await undo(backup))).toEqual([409, 'reset_undone']);
  });

  it('restores a season with its standings, which a reset erases with its competitions', async () => {
    const body = { name: 'Trophée', season: '2027', rule: { points: [150, 147] } };
    const params = { seriesId: (await admin.call(series.createSeries, { body: body as never })).body.id };
    await admin.call(series.updateSeriesCompetitions, { params, body: { competition_ids: [id] } });
    const query = { category: 'U13', gender: 'F' } as const;
    const standings = async () => {
      const { status, body } = await boss.call(series.getStandings, { params, query });
      return [status, body.code ?? body.standings];
    };
    const before = await standings();
    expect(before).toMatchObject([200, [{ total_points: 150 }, {}, {}]]);
    const backup = await reset();
    expect(await standings()).toEqual([404, 'series_not_found']);
    await undo(backup);
    expect(await standings()).toEqual(before);
  });

  it('is offered after a restart, and for 30 days', async () => {
    const backup = await reset();
    now += 29 * day;
    await writeBackup({ db: house.db, folder, now: new Date(now), reason: 'runs' });
    await pruneBackups(folder, new Date(now));
    expect(await list()).toMatchObject([{ backup, state: 'can_undo' }]);
    now += 2 * day;
    await pruneBackups(folder, new Date(now));
    expect((await listBackups(folder)).map(({ reason }) => reason)).toEqual(['runs']);
    expect(await list()).toEqual([]);
    expect(refusal(await undo(backup))).toEqual([409, 'reset_copy_gone']);
  });

  it('gives the rights of an account to the one its owner created since', async () => {
    const backup = await reset();
    const again = { email: admin.email, first_name: 'Camille', last_name: 'Nouveau', password_hash: 'x' };
    const present = await house.db.transaction((tx) => createVerifiedUser({ tx, now: new Date(now) }, again, []));
    await undo(backup);
    const members = (await boss.call(listMembers, { params: { id } })).body.users;
    expect(members).toMatchObject([{ id: present, last_name: 'Nouveau' }]);
  });

  it('gives the runs, requests and calls of a referee to the account that they created since', async () => {
    const referee = await house.signInAs('referee', id);
    const params = { id };
    const [zone] = await house.db.select({ id: zones.id }).from(zones);
    const run = runOf(id, zone?.id ?? 0, 2);
    expect((await referee.call(createRun, { body: run })).status).toBe(201);
    await referee.call(createRunRequest, { params, body: runRequest(2) });
    await referee.call(createDeskCall, { params, body: deskCall(zone?.id ?? 0) });
    const backup = await reset();
    const again = await registerAgain(referee.email);
    await undo(backup);
    const query = { submissionID: run.submission_id };
    expect((await again.call(verifyRun, { query })).body).toMatchObject({ exists: true });
    expect((await again.call(listRunRequests, { params })).body.requests).toHaveLength(1);
    expect((await again.call(listDeskCalls, { params })).body.calls).toHaveLength(1);
    expect((await again.call(createRunRequest, { params, body: runRequest(2) })).status).toBe(201);
  });

  it('names in the history who registered again, and forgets them with the new account', async () => {
    const params = { id };
    const settings = { ...competitionInput, departed_referees: 'initials' } as const;
    await admin.call(updateCompetition, { params, body: settings as never });
    const member = await house.signInAs('viewer', id);
    await admin.call(updateMember, { params, body: { user_id: member.id, role: 'admin' } });
    const [zone] = await house.db.select({ id: zones.id }).from(zones);
    await member.call(createRun, { body: runOf(id, zone?.id ?? 0, 2) });
    const backup = await reset();
    const again = await registerAgain(member.email);
    await registerAgain(admin.email);
    await undo(backup);
    const problems = async () => (await verifyChains(house.db, [])).flatMap(({ problem }) => problem ?? []);
    expect(await problems()).toEqual([]);
    const { entries } = (await again.call(listHistory, { params })).body;
    const moved = entries.find(({ action, subject }: Deed) => action === 'delete' && subject.key === String(member.id));
    const back = await again.call(restoreEntry, { params: { ...params, entry: moved.id } });
    expect(refusal(back)).toEqual([409, 'not_restorable']);
    const recorded = entries.find(({ subject }: Deed) => subject.key === '2/1');
    expect(recorded).toMatchObject({ action: 'create', actor: { id: again.id } });
    const { actions } = (await again.call(exportAccount)).body;
    expect(actions).toContainEqual(expect.objectContaining({ subject: 'run', key: '2/1' }));
    // A later reset loses the chain of accounts, and its undo what that said about numbers.
    const second = await reset();
    const third = await registerAgain(member.email);
    await undo(second);
    expect((await third.call(listHistory, { params })).body.entries).toContainEqual({
      ...recorded,
      actor: expect.objectContaining({ id: third.id }),
    });
    await house.db.update(users).set({ last_name: 'Zweitname' }).where(eq(users.id, third.id));
    expect((await boss.call(deleteAccountOf, { body: { email: member.email } })).status).toBe(204);
    const logged = await house.db.select().from(auditLog).where(eq(auditLog.competition_id, id));
    expect(JSON.stringify(logged.filter(({ subject_key }) => subject_key === '2/1'))).toContain('"C. E."');
    expect(JSON.stringify(logged)).not.toContain(member.email);
    expect(await problems()).toEqual([]);
  });

  it('gives nothing to an unverified new account with the same address', async () => {
    const backup = await reset();
    const claim = { email: admin.email.toUpperCase(), first_name: 'Nobody', last_name: 'Known', password_hash: 'x' };
    const [stranger] = await house.db
      .insert(users)
      .values({ ...claim, account_status: 'active' })
      .returning();
    const user_id = stranger?.id ?? 0;
    const place = { device: 'Stranger', network: '192.0.2.0/24' };
    const token = await house.db.transaction((tx) => startSession(tx, user_id, new Date(now), place));
    await undo(backup);
    // Its session is not the organiser's (S23).
    const headers = { cookie: `session=${token}` };
    expect((await house.visitor.call(getProfile, { headers })).status).toBe(401);
    const members = (await boss.call(listMembers, { params: { id } })).body.users;
    expect(members).toMatchObject([{ email: admin.email, first_name: 'Camille' }]);
    const body = { email: admin.email, password: testPassword };
    expect((await house.visitor.call(login, { body })).status).toBe(200);
  });

  it('succeeds where an unverified new account was granted a permission that the old one has', async () => {
    const granted = { action: 'grant', permission: 'create_competition', user_email: admin.email };
    await boss.call(changeGlobalPermission, { body: granted });
    const backup = await reset();
    const claim = { email: admin.email, first_name: 'Nobody', last_name: 'Known', password_hash: 'x' };
    await house.db.insert(users).values({ ...claim, account_status: 'active' });
    for (const permission of ['create_competition', 'manage_users'])
      await boss.call(changeGlobalPermission, { body: { ...granted, permission } });
    expect((await undo(backup)).status).toBe(200);
    const [found] = await house.db.select({ id: users.id }).from(users).where(eq(users.email, admin.email));
    const rights = await house.db
      .select()
      .from(globalPermissions)
      .where(eq(globalPermissions.user_id, found?.id ?? 0));
    expect(rights.map(({ permission }) => permission)).toEqual(['create_competition']);
  });

  it('restores neither an account that was deleted since nor a right that was revoked since', async () => {
    const second = await house.signIn(['super_admin', 'manage_users']);
    const third = await house.signIn(['super_admin']);
    const backup = await reset();
    await boss.call(deleteAccountOf, { body: { email: second.email } });
    const change = { action: 'revoke', permission: 'super_admin', user_email: third.email };
    await boss.call(changeGlobalPermission, { body: change });
    // Only the security log still mentions the deleted account.
    await reset();
    expect((await undo(backup)).status).toBe(200);
    expect(await emails()).not.toContain(second.email);
    const rights = await house.db.select().from(globalPermissions).where(eq(globalPermissions.user_id, third.id));
    expect(rights).toEqual([]);
    expect(await readRanking()).toBe(ranking);
  });

  it('gives an account deleted since no role back, and its name only where the organiser keeps it', async () => {
    const second = await house.signIn(['super_admin']);
    await house.db.insert(memberTable).values({ competition_id: id, user_id: second.id, role: 'admin' });
    const settings = { ...competitionInput, departed_referees: 'initials' } as const;
    expect((await admin.call(updateCompetition, { params: { id }, body: settings as never })).status).toBe(200);
    const [zone] = await house.db.select({ id: zones.id }).from(zones);
    await second.call(createRun, { body: runOf(id, zone?.id ?? 0, 2) });
    const backup = await reset();
    await boss.call(deleteAccountOf, { body: { email: second.email } });
    expect((await undo(backup)).status).toBe(200);
    const members = (await boss.call(listMembers, { params: { id } })).body.users;
    expect(members.map(({ email }: { email: string }) => email)).toEqual([admin.email]);
    const isTheirs = eq(runs.referee_id, second.id);
    const names = await house.db.select({ name: runs.referee_name }).from(runs).where(isTheirs);
    expect(names).toEqual([{ name: 'C. E.' }]);
    expect((await verifyChains(house.db, [])).flatMap(({ problem }) => problem ?? [])).toEqual([]);
  });

  it('keeps a rider erased who was erased after an earlier undo', async () => {
    const first = await reset();
    await undo(first);
    await boss.call(erasePersonalData, { params: { id, dossard: 1 } });
    const second = await reset();
    expect(refusal(await undo(first))).toEqual([409, 'reset_undone']);
    expect((await undo(second)).status).toBe(200);
    expect(await readRanking()).not.toBe(ranking);
    expect(await readRanking()).toContain('"last_name":"Dossard 1"');
  });

  it('is refused, with nothing changed, without the copy, and when the tables have changed', async () => {
    const backup = await reset();
    expect(refusal(await undo('../../etc/passwd'))).toEqual([409, 'reset_copy_gone']);
    await house.db.execute('update drizzle.__drizzle_migrations set created_at = created_at + 1');
    expect(refusal(await undo(backup))).toEqual([409, 'reset_version']);
    await house.db.execute('update drizzle.__drizzle_migrations set created_at = created_at - 1');
    await pruneBackups(folder, new Date(now + 31 * day));
    const [file] = await listBackups(folder);
    if (file) await rm(file.path);
    expect(await list()).toMatchObject([{ state: 'gone' }]);
    expect(refusal(await undo(backup))).toEqual([409, 'reset_copy_gone']);
    expect((await boss.call(listCompetitions)).body.competitions).toEqual([]);
  });

  it('is refused, with nothing changed, from a damaged copy', async () => {
    const backup = await reset();
    const [file] = await listBackups(folder);
    await truncate(file?.path ?? '', Math.floor((await stat(file?.path ?? '')).size / 2));
    expect(refusal(await undo(backup))).toEqual([409, 'reset_copy_gone']);
    expect((await boss.call(listCompetitions)).body.competitions).toEqual([]);
  });

  it('is done once when two ask at the same time', async () => {
    const backup = await reset();
    const both = await Promise.all([undo(backup), undo(backup)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readRanking()).toBe(ranking);
  });
});
