import { deleteAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import {
  createCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import * as relations from '@dossard/contract/relations/relation.endpoints.ts';
import { holdResults } from '@dossard/contract/results/result.endpoints.ts';
import * as rounds from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import * as outside from '@dossard/contract/series/outside.result.endpoints.ts';
import * as series from '@dossard/contract/series/series.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import { competitions } from '../../tables/competition.table.ts';
import { mails } from '../../tables/mail.table.ts';
import { members } from '../../tables/member.table.ts';
import { seriesCompetitions, seriesInvitations } from '../../tables/series.tables.ts';
import { competitionInput, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller, testPassword } from '../../testing/test.app.ts';
import { makeSeason } from '../series/testing/season.job.ts';

/* What is left of a relation when its maker is no longer admin of the competition (X1–X4). */

const house = await startTestApp();

const listed = async (by: TestCaller, id: number) =>
  (await by.call(relations.listRelations, { params: { id } })).body.relations;
const states = async (by: TestCaller, id: number) =>
  (await listed(by, id)).map(({ kind, state }: { kind: string; state: string }) => [kind, state]);
const join = ({ id: user_id }: TestCaller, competition_id: number) =>
  house.db.insert(members).values({ competition_id, user_id, role: 'admin' });
const mailsTo = (email: string) => house.db.$count(mails, eq(mails.to_address, email));
const at = (id: number, relationKind: string, relationId: number) => ({ params: { id, relationKind, relationId } });

describe('a series whose maker was removed from a competition', () => {
  let season: Awaited<ReturnType<typeof makeSeason>>;
  /** Admin of the competition from then on. */
  let organiser: TestCaller;
  let id: number;

  beforeEach(async () => {
    season = await makeSeason(house);
    id = season.event(0).id;
    organiser = await house.signInAs('admin', id);
    await organiser.call(setVisibility, { body: { competition_id: id, is_public: false } });
    expect((await organiser.call(deleteMember, { params: { id }, body: { user_id: season.admin.id } })).status).toBe(
      204,
    );
  });

  it('shows only what the public sees once it is public again: no names, and no held result', async () => {
    await organiser.call(setVisibility, { body: { competition_id: id, is_public: true } });
    const shownAs = { ...competitionInput, public_names: 'bib' } as never;
    await organiser.call(updateCompetition, { params: { id }, body: shownAs });
    const newcomer = rider(id, 9, { first_name: 'Quirinea', last_name: 'Nouvelle' }) as never;
    await organiser.call(createParticipant, { body: newcomer });
    await organiser.call(createRun, { body: runOf(id, season.event(0).zoneId, 9) });
    const standings = async () => JSON.stringify(await season.standings());
    expect(await standings()).not.toContain('Quirinea');
    const ranks = async () => (await season.standings())[0]?.results.map(({ rank }) => rank);
    const before = await ranks();
    const girls = { category: 'U13', gender: 'F' } as const;
    await organiser.call(holdResults, { params: { id }, body: { groups: [girls], held: 'all' } as never });
    expect([before?.[0], (await ranks())?.[0]]).toEqual([expect.any(Number), null]);
  });

  it('shows nothing more of it while it is private, and everything again after a take-over', async () => {
    const params = { seriesId: season.seriesId };
    const query = { category: 'U13', gender: 'F' };
    const everything = async () => ({
      standings: (await season.admin.call(series.getStandings, { params, query })).body,
      riders: (await season.admin.call(series.listSeriesRiders, { params })).body,
      series: (await season.admin.call(series.getSeries, { params })).body,
    });
    const before = await everything();
    expect(before.standings.standings[0].results).toHaveLength(2);
    expect(before.riders.riders.flatMap((one: { entries: object[] }) => one.entries)).not.toContainEqual(
      expect.objectContaining({ competition_id: id }),
    );
    expect(before.series.competitions[0]).toMatchObject({ id, name: '', location: '', suspended: true });
    await organiser.call(createParticipant, { body: rider(id, 9, { licence: 'FFC-4009' }) });
    const cross = { name: 'Cross', date: '2027-05-15', discipline: 'XC' };
    const { body: made } = await season.admin.call(outside.createOutsideResult, { params, body: cross });
    const file = { name: 'a.csv', bytes: 'Rang;Dossard;Licence\n1;9;\n2;;FFC-4009\n' };
    const read = { params: { ...params, resultId: made.id }, file, body: query };
    expect((await season.admin.call(outside.readRankFile, read)).body.ranks).toEqual([]);
    await season.admin.call(outside.deleteOutsideResult, { params: read.params });
    const sheet = await season.admin.call(series.exportStandings, { params });
    expect(sheet.status).toBe(200);

    // Only an admin of both takes it over.
    expect((await organiser.call(relations.takeOverRelation, at(id, 'series', season.seriesId))).status).toBe(403);
    await season.admin.call(series.createSeriesAdmin, { params, body: { email: organiser.email } });
    const accept = { series_id: season.seriesId, accept: true };
    expect((await organiser.call(series.answerSeriesInvitation, { body: accept })).status).toBe(204);
    const taken = await organiser.call(relations.takeOverRelation, at(id, 'series', season.seriesId));
    expect(taken.body.relations).toMatchObject([{ kind: 'series', state: 'active', can_take_over: false }]);
    expect((await everything()).standings.standings[0].results).toHaveLength(3);
  });

  it('keeps a public competition in its standings, but is no longer named on its page', async () => {
    const links = async () => (await house.visitor.call(series.getPublicLinks, { params: { id } })).body.series;
    await organiser.call(setVisibility, { body: { competition_id: id, is_public: true } });
    expect((await season.publicStandings())[0]?.results).toHaveLength(3);
    expect(await links()).toEqual([]);
    await join(season.admin, id);
    expect(await links()).toEqual([expect.objectContaining({ id: season.seriesId })]);
  });

  it('is seen and removed from the competition', async () => {
    const found = await listed(organiser, id);
    expect(found).toEqual([
      {
        ...{ kind: 'series', id: season.seriesId, name: 'Trophée 2027', state: 'suspended', can_take_over: false },
        ...{ made_by: expect.any(String), made_at: expect.any(String) },
      },
    ]);
    const removed = await organiser.call(relations.deleteRelation, at(id, 'series', season.seriesId));
    expect(removed.body.relations).toEqual([]);
    const { body } = await season.admin.call(series.getSeries, { params: { seriesId: season.seriesId } });
    expect(body.competitions).toHaveLength(2);
    const again = await organiser.call(relations.deleteRelation, at(id, 'series', season.seriesId));
    expect([again.status, again.body.code]).toEqual([404, 'relation_not_found']);
  });

  it('of older data stays, marked as without owner', async () => {
    await house.db.update(seriesCompetitions).set({ made_by: null }).where(eq(seriesCompetitions.counted_id, id));
    expect(await states(organiser, id)).toEqual([['series', 'without_owner']]);
    expect((await season.standings())[0]?.results).toHaveLength(3);
  });
});

it('a competition counts in at most 20 series (X4)', async () => {
  const { admin, competitionId: id } = await makeCompetition(house, 1);
  const add = async () => {
    const body = { name: 'Trophée', season: '2027' };
    const params = { seriesId: (await admin.call(series.createSeries, { body: body as never })).body.id };
    return admin.call(series.updateSeriesCompetitions, { params, body: { competition_ids: [id] } });
  };
  for (let made = 0; made < 20; made += 1) expect((await add()).status).toBe(200);
  const more = await add();
  expect([more.status, more.body.code]).toEqual([409, 'too_many_relations']);
});

describe('an invitation to administer a series (T12)', () => {
  const params = { seriesId: 0 };
  let owner: TestCaller;
  let invited: TestCaller;
  const answer = (by: TestCaller, accept: boolean) =>
    by.call(series.answerSeriesInvitation, { body: { series_id: params.seriesId, accept } });
  const invite = (email: string) => owner.call(series.createSeriesAdmin, { params, body: { email } });

  beforeEach(async () => {
    owner = await house.signIn(['create_competition']);
    invited = await house.signIn();
    const body = { name: 'Trophée', season: '2027' };
    params.seriesId = (await owner.call(series.createSeries, { body: body as never })).body.id;
  });

  it('answers the same for known and unknown addresses, names nobody, and makes nobody an admin', async () => {
    const known = await invite(invited.email);
    const unknown = await invite('nobody@dossard.test');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(unknown.body.admins.map(({ id }: { id: number }) => id)).toEqual([owner.id]);
    expect(unknown.body.invited.map(({ email }: { email: string }) => email).sort()).toEqual(
      [invited.email, 'nobody@dossard.test'].sort(),
    );
    expect((await invited.call(series.getSeries, { params })).status).toBe(404);
    expect((await invited.call(series.listSeries)).body).toMatchObject({
      series: [],
      invitations: [{ series_id: params.seriesId, name: 'Trophée' }],
    });
    await invite(invited.email);
    expect([await mailsTo(invited.email), await mailsTo('nobody@dossard.test')]).toEqual([1, 1]);
  });

  it('is accepted or declined by the owner of the address alone, and once', async () => {
    await invite(invited.email);
    expect((await answer(owner, true)).body.code).toBe('invitation_not_found');
    expect((await answer(invited, false)).status).toBe(204);
    expect((await answer(invited, true)).status).toBe(404);
    await invite(invited.email);
    expect((await answer(invited, true)).status).toBe(204);
    expect((await invited.call(series.getSeries, { params })).status).toBe(200);
  });

  it('leaves no address behind when it has expired, or its addressee deletes the account', async () => {
    const unknown = `${crypto.randomUUID()}@dossard.test`;
    const count = (email: string) => house.db.$count(seriesInvitations, eq(seriesInvitations.email, email));
    await invite(unknown);
    await invite(invited.email);
    await invited.call(deleteAccount, { body: { current_password: testPassword } });
    expect([await count(invited.email), await count(unknown)]).toEqual([0, 1]);
    await eraseExpired(house.db, new Date(Date.now() + 8 * 86_400_000));
    expect(await count(unknown)).toBe(0);
  });

  it('ends when it is withdrawn, or its inviter no longer administers the series', async () => {
    await invite(invited.email);
    await owner.call(series.deleteSeriesInvitation, { params, body: { email: invited.email } });
    expect((await answer(invited, true)).status).toBe(404);
    const other = await house.signIn();
    await invite(other.email);
    await answer(other, true);
    await other.call(series.createSeriesAdmin, { params, body: { email: invited.email } });
    await owner.call(series.deleteSeriesAdmin, { params, body: { user_id: other.id } });
    expect((await answer(invited, true)).status).toBe(404);
  });
});

describe('a round whose maker was removed from the round before', () => {
  let before: Awaited<ReturnType<typeof makeCompetition>>;
  let maker: TestCaller;
  let final: number;

  beforeEach(async () => {
    before = await makeCompetition(house, 3);
    maker = await house.signIn(['create_competition']);
    await join(maker, before.competitionId);
    final = (await maker.call(createCompetition, { body: competitionInput })).body.id;
    const groups = [{ category: 'U13', gender: 'F', first: 3 }] as never;
    const follows = { competition_id: before.competitionId, groups };
    expect((await maker.call(rounds.updateFollows, { params: { id: final }, body: follows })).status).toBe(200);
    const ranking_rule = { runs: 'all', tie_breaks: ['previous_round'] };
    await maker.call(updateCompetition, {
      params: { id: final },
      body: { ...competitionInput, ranking_rule } as never,
    });
  });

  const versionOf = async (id: number) =>
    (await house.db.select().from(competitions).where(eq(competitions.id, id)))[0]?.version ?? 0;
  const leave = () =>
    before.admin.call(deleteMember, { params: { id: before.competitionId }, body: { user_id: maker.id } });
  const run = () => before.admin.call(createRun, { body: runOf(before.competitionId, before.zoneId, 1) });

  it('no longer uses its ranks, costs its runs nothing, and raises the version when it changes', async () => {
    const first = await versionOf(final);
    await run();
    expect(await versionOf(final)).toBe(first + 1);
    await leave();
    expect(await versionOf(final)).toBe(first + 2);
    await run();
    expect(await versionOf(final)).toBe(first + 2);
    // What is held there is not told by the starts that are planned from it.
    const body = { groups: [{ category: 'U13', gender: 'F' }], held: 'podium' } as const;
    await before.admin.call(holdResults, { params: { id: before.competitionId }, body });
    expect(await versionOf(final)).toBe(first + 3);
    expect(await states(maker, final)).toEqual([['previous_round', 'suspended']]);
    expect(await states(before.admin, before.competitionId)).toEqual([['next_round', 'suspended']]);
    const { body: follows } = await maker.call(rounds.getFollows, { params: { id: final } });
    expect(follows).toMatchObject({ competition_name: null, suspended: true });
    const { status } = await maker.call(getRanking, { params: { id: final }, query: {} });
    expect(status).toBe(200);
    expect((await maker.call(rounds.takeOverRiders, { params: { id: final }, body: {} })).status).toBe(404);
  });

  it('is taken over by an admin of both', async () => {
    await leave();
    await join(before.admin, final);
    const taken = await before.admin.call(relations.takeOverRelation, at(before.competitionId, 'next_round', final));
    expect(taken.body.relations).toMatchObject([{ kind: 'next_round', state: 'active' }]);
    const first = await versionOf(final);
    await run();
    expect(await versionOf(final)).toBe(first + 1);
  });

  it('is detached by an admin of the round before, who has no role in the other', async () => {
    await leave();
    const removed = await before.admin.call(relations.deleteRelation, at(before.competitionId, 'next_round', final));
    expect([removed.status, removed.body.relations]).toEqual([200, []]);
    expect((await maker.call(rounds.getFollows, { params: { id: final } })).body.competition_id).toBeNull();
  });
});

it('a competition is followed by at most 20 others (X4)', async () => {
  const { admin, competitionId } = await makeCompetition(house, 1);
  const follow = async () => {
    const id = (await admin.call(createCompetition, { body: competitionInput })).body.id;
    const groups = [{ category: 'U13', gender: 'F', first: 1 }] as never;
    return admin.call(rounds.updateFollows, { params: { id }, body: { competition_id: competitionId, groups } });
  };
  for (let made = 0; made < 20; made += 1) expect((await follow()).status).toBe(200);
  const more = await follow();
  expect([more.status, more.body.code]).toEqual([409, 'too_many_relations']);
});
