import { getCounts, setVisibility, updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  answerDeskCall,
  createDeskCall,
  createRunRequest,
  decideRunRequest,
  listDeskCalls,
  listRunRequests,
} from '@dossard/contract/judges/desk.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { declareResult, getOfficialList, listResults } from '@dossard/contract/results/result.endpoints.ts';
import { createRun, listRuns, updateRun } from '@dossard/contract/runs/run.endpoints.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { closeZone, listZones, updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, inject, it, test } from 'vitest';
import { runRequests } from '../../tables/desk.tables.ts';
import { deskCall, makeJudgeLink, openAsJudge, runRequest, seen } from '../../testing/judging.ts';
import { sendDuring } from '../../testing/lock.waits.ts';
import { competitionInput, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* What referees tell the desk: corrections they ask for, calls, and closed zones (U6 to U8). */

const house = await startTestApp();
let admin: TestCaller;
let referee: TestCaller;
let other: TestCaller;
let judge: TestCaller;
let params: { id: number };
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 3));
  params = { id: competitionId };
  referee = await house.signInAs('referee', competitionId);
  other = await house.signInAs('referee', competitionId);
  ({ judge } = await openAsJudge(house, (await makeJudgeLink(admin, competitionId)).token));
});

const record = async (by: TestCaller, dossard = 1): Promise<Run> =>
  (await by.call(createRun, { body: runOf(competitionId, zoneId, dossard) })).body;
const runsOf = async (dossard: number): Promise<Run[]> =>
  (await admin.call(listRuns, { params: { ...params, dossard } })).body.runs;
const ask = (by: TestCaller, body: object) => by.call(createRunRequest, { params, body: { ...body } });
const decide = (request: string, accept: boolean, word?: string) =>
  admin.call(decideRunRequest, { params: { ...params, request }, body: { accept, word } });
const listed = async (by: TestCaller) => (await by.call(listRunRequests, { params })).body.requests;

describe('a correction that a referee asks for', () => {
  test.each(['referee', 'judge'] as const)('by a %s shows the desk old and new, and changes nothing', async (name) => {
    const by = { referee, judge }[name];
    const run = await record(by);
    const body = runRequest(1);
    const answer = await ask(by, body);
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        request_id: body.request_id,
        asked_by: name === 'judge' ? 'Jo Fictif' : 'Camille Exemple',
        run: { run_number: 1, points: 30, version: run.version },
        wanted: { door4: true, penality: 0, chrono_sec: 60 },
        ...{ reason: 'Porte oubliée', state: 'open', word: null },
      },
    ]);
    expect(await runsOf(1)).toMatchObject([{ points: 30 }]);
    expect(await listed(admin)).toEqual([answer.body]);
    expect([await listed(by), await listed(other)]).toEqual([[answer.body], []]);
  });

  it('is stored once, and its id cannot be used for another', async () => {
    await record(referee);
    const body = runRequest(1);
    expect([await seen(ask(referee, body)), await seen(ask(referee, body))]).toEqual([201, 200]);
    expect(await seen(ask(referee, { ...body, penality: 3 }))).toBe('409 submission_conflict');
    expect(await listed(admin)).toHaveLength(1);
  });

  // On a cluster the lock is that of another server.
  it.skipIf(inject('clusterUrl'))('is stored once when it is sent again while it is being stored', async () => {
    await record(referee);
    const body = runRequest(1);
    await ask(referee, body);
    const isIt = eq(runRequests.request_id, body.request_id);
    const [row] = await house.db.select().from(runRequests).where(isIt);
    await house.db.delete(runRequests).where(isIt);
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const again = await house.db.transaction(async (tx) => {
      await tx.insert(runRequests).values(row as typeof runRequests.$inferInsert);
      const answer = seen(ask(referee, body));
      await expect.poll(async () => (await house.db.execute(waiting)).rowCount).toBe(1);
      return { answer };
    });
    expect(await again.answer).toBe(200);
    expect(await listed(admin)).toHaveLength(1);
  });

  it('is about an own run only', async () => {
    await record(other);
    expect(await seen(ask(referee, runRequest(1)))).toBe('404 run_not_found');
    expect(await seen(ask(judge, runRequest(1)))).toBe('404 run_not_found');
    expect(await seen(ask(referee, runRequest(2)))).toBe('404 run_not_found');
  });

  it('needs a reason', async () => {
    await record(referee);
    expect(await seen(ask(referee, runRequest(1, { reason: '' })))).toBe('400 invalid_request');
  });

  it('that is accepted is a correction by the editor with the reason of the run’s referee', async () => {
    await record(referee);
    const body = runRequest(1);
    await ask(referee, body);
    const answer = await decide(body.request_id, true, 'Corrigé');
    expect([answer.status, answer.body]).toMatchObject([200, { state: 'accepted', word: 'Corrigé' }]);
    expect(await runsOf(1)).toMatchObject([{ points: 60, penality: 0, version: 2 }]);
    const { entries } = (await admin.call(listHistory, { params })).body;
    expect(entries[0]).toMatchObject({
      ...{ action: 'update', actor: { id: admin.id }, reason: 'Porte oubliée' },
    });
    expect(await seen(decide(body.request_id, true))).toBe(200);
    expect(await seen(decide(body.request_id, false))).toBe('409 request_decided');
    expect(await runsOf(1)).toMatchObject([{ version: 2 }]);
    expect(await listed(referee)).toMatchObject([{ state: 'accepted', word: 'Corrigé' }]);
  });

  it('that is declined changes nothing, and its word reaches the referee', async () => {
    await record(judge);
    const body = runRequest(1);
    await ask(judge, body);
    await decide(body.request_id, false, 'La vidéo dit non');
    expect(await listed(judge)).toMatchObject([{ state: 'declined', word: 'La vidéo dit non' }]);
    expect(await seen(decide(body.request_id, true))).toBe('409 request_decided');
    expect(await runsOf(1)).toMatchObject([{ points: 30, version: 1 }]);
  });

  it('moves the run to another bib, corrected', async () => {
    await record(referee);
    const body = runRequest(1, { to_dossard: 2 });
    await ask(referee, body);
    expect(await seen(decide(body.request_id, true))).toBe(200);
    expect([await runsOf(1), await runsOf(2)]).toMatchObject([[], [{ points: 60 }]]);
  });

  it('removes the run', async () => {
    await record(referee);
    const body = runRequest(1, { remove: true });
    await ask(referee, body);
    expect(await seen(decide(body.request_id, true))).toBe(200);
    expect(await runsOf(1)).toEqual([]);
  });

  it('is refused when the run was changed since the referee saw it', async () => {
    const run = await record(referee);
    const body = runRequest(1);
    await ask(referee, body);
    await admin.call(updateRun, { body: { ...run, penality: 4 } as never });
    expect(await seen(decide(body.request_id, true))).toBe('409 edit_conflict');
    expect(await listed(admin)).toMatchObject([{ state: 'open' }]);
  });

  it('gives an official group its reason', async () => {
    await record(referee);
    const body = runRequest(1);
    await ask(referee, body);
    await admin.call(declareResult, { params, body: { category: 'U13', gender: 'F', state: 'official' } });
    expect(await seen(decide(body.request_id, true))).toBe(200);
  });

  it('loses its texts when the rider is erased', async () => {
    await record(referee);
    await ask(referee, runRequest(1, { reason: 'Zoé est tombée' }));
    expect((await admin.call(erasePersonalData, { params: { ...params, dossard: 1 } })).status).toBeLessThan(300);
    expect(JSON.stringify(await listed(admin))).not.toContain('Zoé est tombée');
  });

  it('that nobody made is not found', async () => {
    expect(await seen(decide('unknown', true))).toBe('404 request_not_found');
  });
});

describe('a call to the desk', () => {
  const call = (by: TestCaller, body: object) => by.call(createDeskCall, { params, body: { ...body } });
  const calls = async (by: TestCaller) => (await by.call(listDeskCalls, { params })).body.calls;

  it('is stored once, listed with its zone, and answered with a word', async () => {
    const body = deskCall(zoneId, { kind: 'medical', text: 'Chute au pas 3' });
    const first = await call(judge, body);
    expect([first.status, first.body]).toMatchObject([
      201,
      { ...body, by: 'Jo Fictif', answer: null, answered_at: null },
    ]);
    expect(await seen(call(judge, body))).toBe(200);
    expect(await seen(call(judge, { ...body, text: 'Autre' }))).toBe('409 submission_conflict');
    expect(await seen(call(referee, body))).toBe('409 submission_conflict');
    const answer = { params: { ...params, call: body.call_id }, body: { answer: 'On arrive' } };
    expect(await seen(admin.call(answerDeskCall, answer))).toBe(200);
    expect(await calls(judge)).toMatchObject([{ answer: 'On arrive', answered_at: expect.any(String) }]);
    expect([(await calls(admin)).length, await calls(referee)]).toEqual([1, []]);
    const unknown = { ...answer, params: { ...params, call: 'unknown' } };
    expect(await seen(admin.call(answerDeskCall, unknown))).toBe('404 call_not_found');
  });

  it('from an unknown zone is refused', async () => {
    expect(await seen(call(referee, deskCall(999_999)))).toBe('404 zone_not_found');
  });

  it('that a zone is closed closes it, and nothing is expected there until it opens', async () => {
    await admin.call(updateCompetition, { params, body: { ...competitionInput, laps: 2 } as never });
    const expected = async () =>
      (await admin.call(listResults, { params })).body.groups.map((group: { expected: number }) => group.expected);
    const zones = async () => (await referee.call(listZones, { params })).body.zones;
    const before = await expected();
    expect(before.some((count: number) => count > 0)).toBe(true);
    await call(judge, deskCall(zoneId, { kind: 'zone_closed', text: 'Orage' }));
    expect(await zones()).toMatchObject([{ closed_at: expect.any(String) }]);
    expect((await expected()).every((count: number) => count === 0)).toBe(true);
    await call(judge, deskCall(zoneId, { kind: 'zone_open', text: '' }));
    expect([await zones(), await expected()]).toMatchObject([[{ closed_at: null }], before]);
  });

  it('that a zone is closed waits for others of the zone without a deadlock', async () => {
    const lock = (strength: 'key share' | 'update') =>
      sql`select from zones where competition_id = ${competitionId} and id = ${zoneId} for ${sql.raw(strength)}`;
    const close = () => seen(call(judge, deskCall(zoneId, { kind: 'zone_closed', text: '' })));
    expect(await sendDuring(house.db, lock('key share'), close, lock('update'))).toBe(201);
    const kinds = ['zone_closed', 'zone_open', 'zone_closed', 'zone_open'] as const;
    const sent = kinds.map((kind) => seen(call(judge, deskCall(zoneId, { kind, text: '' }))));
    expect(await Promise.all(sent)).toEqual([201, 201, 201, 201]);
  });

  it('about a closed zone is told by the rankings of its groups, for members and the public, until it opens', async () => {
    await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
    const told = async (group: object) => {
      const query = { ...group };
      const members = (await admin.call(getRanking, { params, query })).body;
      const { body } = await house.visitor.call(getPublicRanking, { params, query });
      expect(members.closed_zones).toEqual(body.closed_zones);
      return body.closed_zones;
    };
    const group = { category: 'U13', gender: 'F' };
    expect(await told(group)).toBeUndefined();
    await call(judge, deskCall(zoneId, { kind: 'zone_closed', text: 'Orage' }));
    expect([await told(group), await told({})]).toEqual([['Les Dalles'], ['Les Dalles']]);
    expect(await told({ category: 'U9', gender: 'F' })).toBeUndefined();
    await call(judge, deskCall(zoneId, { kind: 'zone_open', text: '' }));
    expect(await told(group)).toBeUndefined();
    const { entries } = (await admin.call(listHistory, { params })).body;
    expect(entries.slice(0, 2)).toMatchObject([{ reason: 'Jo Fictif' }, { reason: 'Orage – Jo Fictif' }]);
  });

  it('whose zone was closed in error is undone by the history, and a name undone later leaves it closed', async () => {
    const zone = { ...params, zoneId };
    await admin.call(closeZone, { params: zone, body: { closed: true } });
    await admin.call(updateZone, { params: zone, body: { name: 'Le Ruisseau' } });
    const history = async () => (await admin.call(listHistory, { params })).body.entries;
    const [renamed, closed] = await history();
    expect(closed).toMatchObject({ before: { closed_at: null }, after: { closed_at: expect.any(String) } });
    const undo = (entry: { id: number }) => seen(admin.call(restoreEntry, { params: { ...params, entry: entry.id } }));
    const present = async () => (await admin.call(listZones, { params })).body.zones;
    expect(await undo(renamed)).toBe(200);
    expect(await present()).toMatchObject([{ name: 'Les Dalles', closed_at: expect.any(String) }]);
    expect(await undo(closed)).toBe(200);
    expect(await present()).toMatchObject([{ name: 'Les Dalles', closed_at: null }]);
  });

  it('is named for ever on official lists published while it was closed', async () => {
    const group = { category: 'U13', gender: 'F' } as const;
    for (const closed of [true, false]) {
      await admin.call(closeZone, { params: { ...params, zoneId }, body: { closed } });
      await admin.call(declareResult, { params, body: { ...group, state: 'official', reason: 'Zone rouverte' } });
    }
    const namedOn = async (revision: number) =>
      (await admin.call(getOfficialList, { params: { ...params, ...group, revision } })).body.list.closed_zones;
    expect([await namedOn(1), await namedOn(2)]).toEqual([['Les Dalles'], undefined]);
  });

  it('still takes runs of a closed zone, which were ridden before', async () => {
    const close = (closed: boolean) => seen(admin.call(closeZone, { params: { ...params, zoneId }, body: { closed } }));
    expect([await close(true), await close(true)]).toEqual([204, 204]);
    expect((await record(judge)).points).toBe(30);
    expect((await admin.call(getCounts, { params })).body.runs).toBe(1);
    const { entries } = (await admin.call(listHistory, { params })).body;
    const ofZone = entries.filter(({ subject }: { subject: { kind: string } }) => subject.kind === 'zone');
    expect(ofZone).toHaveLength(2);
  });

  describe('that waited on its phone', () => {
    const close = (closed: boolean) => admin.call(closeZone, { params: { ...params, zoneId }, body: { closed } });
    const wait = (kind: string, waited_sec: number) => call(judge, deskCall(zoneId, { kind, waited_sec, text: '' }));
    const closedAt = async () => (await admin.call(listZones, { params })).body.zones[0].closed_at;
    /** Seconds since a stored time, to the nearest minute. */
    const since = (time: string) => Math.round((Date.now() - Date.parse(time)) / 60_000) * 60;

    it('is listed as made then, and closes its zone since then', async () => {
      const { body } = await wait('zone_closed', 1800);
      expect([since(body.at), since(await closedAt())]).toEqual([1800, 1800]);
      expect(await calls(admin)).toEqual([body]);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['the desk', async () => [await close(true), await close(false)]],
      ['the desk, which left it open', () => close(false)],
      ['another call', () => wait('zone_open', 900)],
      [
        'an undone closing',
        async () => {
          await close(true);
          const [{ id: entry }] = (await admin.call(listHistory, { params })).body.entries;
          await admin.call(restoreEntry, { params: { ...params, entry } });
        },
      ],
    ])('does not close a zone that %s opened after it', async (_, decideLater) => {
      await decideLater();
      const { status, body } = await wait('zone_closed', 1800);
      expect([status, since(body.at), await closedAt()]).toEqual([201, 1800, null]);
      expect(await calls(admin)).toContainEqual(body);
      await wait('zone_closed', 0);
      expect(await closedAt()).not.toBeNull();
    });

    it('counts in the order in which calls were made', async () => {
      await wait('zone_closed', 1800);
      await wait('zone_open', 900);
      expect(await closedAt()).toBeNull();
      await wait('zone_closed', 600);
      expect(since(await closedAt())).toBe(600);
    });

    it('counts from its arrival when its clock was wrong', async () => {
      await close(true);
      const { body } = await wait('zone_open', 40 * 365 * 86_400);
      expect([since(body.at), await closedAt()]).toEqual([0, null]);
    });
  });
});
