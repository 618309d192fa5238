import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile, logout } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  createCompetition,
  deleteCompetition,
  getCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory } from '@dossard/contract/history/history.endpoints.ts';
import {
  createJudgeLink,
  deleteJudgeLink,
  endJudgePhone,
  getJudgeSession,
  listJudgeLinks,
  openJudgeLink,
  readJudgeLink,
  updateJudgeLink,
} from '@dossard/contract/judges/judge.endpoints.ts';
import type { JudgeLink } from '@dossard/contract/judges/judge.schema.ts';
import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import { createNotice, listNotices } from '@dossard/contract/notices/notice.endpoints.ts';
import { findParticipant, getRoster } from '@dossard/contract/participants/participant.endpoints.ts';
import { listPhones, reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  listQuarantinedRuns,
  listRuns,
  settleQuarantinedRun,
  verifyRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { createZone, getZone, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createLimits } from '../../http/turns/limits.ts';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { judgeLinks, judges } from '../../tables/judge.tables.ts';
import { callerWith, makeJudgeLink, openAsJudge } from '../../testing/judging.ts';
import {
  competitionInput,
  graduation,
  makeCompetition,
  phoneReport,
  runOf,
  tens,
  unresolvedRunOf,
} from '../../testing/main.job.ts';
import { startTestApp, type TestCaller, testPassword } from '../../testing/test.app.ts';

/* Links by which judges record runs without an account, and what strangers try with them (U1 to U4). */

const day = '2027-06-12';
let now = new Date(`${day}T10:00:00.000Z`);
const house = await startTestApp({ clock: () => now });
const strictHouse = await startTestApp(({ pool }) => ({ clock: () => now, limits: createLimits(pool) }));
let admin: TestCaller;
let competitionId: number;
let zoneId: number;
let other: number;
let params: { id: number };
beforeEach(async () => {
  now = new Date(`${day}T10:00:00.000Z`);
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 3));
  params = { id: competitionId };
  const body = { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens), graduation('U13', 'H', tens)] };
  other = (await admin.call(createZone, { params, body })).body.id;
});

const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000);
};
const ofZone = () => makeJudgeLink(admin, competitionId, { zone_ids: [zoneId] });
const listed = async (): Promise<JudgeLink[]> => (await admin.call(listJudgeLinks, { params })).body.links;
const run = (more: Record<string, unknown> = {}, zone = zoneId) => runOf(competitionId, zone, 1, more);
const runsOfRider = async (): Promise<{ referee_name: string; run_number: number }[]> =>
  (await admin.call(listRuns, { params: { ...params, dossard: 1 } })).body.runs;
const quarantined = async (): Promise<{ submission_id: string; referee_name: string }[]> =>
  (await admin.call(listQuarantinedRuns, { params })).body.runs;
const seen = async (answer: Promise<{ status: number; body: { code?: string } | undefined }>) => {
  const { status, body } = await answer;
  return body?.code ? `${status} ${body.code}` : status;
};

describe('a link', () => {
  it('is made for zones, and answers its token once', async () => {
    const { token, ...link } = await makeJudgeLink(admin, competitionId, { zone_ids: [zoneId], label: 'Les Dalles' });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(link).toEqual({
      ...{ id: expect.any(Number), zone_ids: [zoneId], label: 'Les Dalles', starts_at: null, phones: 3 },
      ends_at: new Date('2027-06-12T23:59:00').toISOString(),
    });
    expect(await listed()).toEqual([{ ...link, revoked_at: null, hidden: false, opened: [] }]);
  });

  it('is stored only as a hash, also when its making is repeated', async () => {
    const key = { 'idempotency-key': 'again' };
    const sent = { params, body: { zone_ids: null }, headers: key };
    const { token } = (await admin.call(createJudgeLink, sent)).body;
    const { judge } = await openAsJudge(house, token);
    const stored = JSON.stringify([
      await house.db.select().from(judgeLinks),
      await house.db.select().from(judges),
      await house.db.select().from(idempotencyKeys),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(judge.cookie.slice('judge='.length));
  });

  test.each<[string, () => Record<string, unknown>, string]>([
    ['no zones', () => ({ zone_ids: [] }), '400 invalid_request'],
    ['a zone of another competition', () => ({ zone_ids: [999_999] }), '404 zone_not_found'],
    [
      'an end before its start',
      () => ({ starts_at: `${day}T12:00:00Z`, ends_at: `${day}T11:00:00Z` }),
      '400 invalid_request',
    ],
    ['a start after the default end', () => ({ starts_at: '2027-07-01T00:00:00Z' }), '400 invalid_request'],
    ['21 phones', () => ({ phones: 21 }), '400 invalid_request'],
    ['a label of 61 characters', () => ({ label: 'x'.repeat(61) }), '400 invalid_request'],
  ])('is refused with %s', async (_, more, refusal) => {
    const body = { zone_ids: null, ...more() };
    expect(await seen(admin.call(createJudgeLink, { params, body }))).toBe(refusal);
  });

  it('shows competition, zones and end before a name is given', async () => {
    const link = await ofZone();
    const answer = await house.visitor.call(readJudgeLink, { body: { token: link.token } });
    expect([answer.status, answer.headers['cache-control'], answer.body]).toEqual([
      200,
      'no-store',
      {
        competition: {
          id: competitionId,
          name: competitionInput.name,
          date: competitionInput.date,
          location: competitionInput.location,
        },
        zones: [{ id: zoneId, name: 'Les Dalles' }],
        ends_at: link.ends_at,
      },
    ]);
  });

  test.each<[string, (link: { id: number }) => unknown]>([
    ['ended', () => minutes(24 * 60)],
    ['revoked', (link) => admin.call(deleteJudgeLink, { params: { ...params, linkId: link.id } })],
    ['of a deleted competition', () => admin.call(deleteCompetition, { params })],
    [
      'of somebody who may no longer invite',
      async () => {
        const second = await house.signInAs('admin', competitionId);
        await second.call(deleteMember, { params, body: { user_id: admin.id } });
      },
    ],
  ])('that is %s opens nothing', async (_, act) => {
    const link = await ofZone();
    await act(link);
    const { token } = link;
    const opening = { token, name: 'Jo Fictif', phone_id: 'phone-1' };
    expect(await seen(house.visitor.call(readJudgeLink, { body: { token } }))).toBe('404 judge_link_not_valid');
    expect(await seen(house.visitor.call(openJudgeLink, { body: opening }))).toBe('404 judge_link_not_valid');
  });

  it('that is printed before the event opens nothing until its start', async () => {
    const { token } = await makeJudgeLink(admin, competitionId, { starts_at: `${day}T11:00:00Z` });
    expect(await seen(house.visitor.call(readJudgeLink, { body: { token } }))).toBe('404 judge_link_not_valid');
    minutes(60);
    expect(await seen(house.visitor.call(readJudgeLink, { body: { token } }))).toBe(200);
  });

  it('opens on as many phones as chosen for each zone, and on one more when one has ended', async () => {
    const link = await makeJudgeLink(admin, competitionId, { zone_ids: [zoneId, other], phones: 1 });
    const open = (phone_id: string) => openAsJudge(house, link.token, { phone_id }).then(({ answer }) => answer);
    expect([await seen(open('a')), await seen(open('b')), await seen(open('b'))]).toEqual([201, 201, 201]);
    expect(await seen(open('c'))).toBe('409 too_many_phones');
    const ended = await admin.call(endJudgePhone, { params: { ...params, linkId: link.id, phone: 'a' } });
    expect([ended.status, await seen(open('c')), await seen(open('a'))]).toEqual([
      204,
      201,
      '404 judge_link_not_valid',
    ]);
  });

  it('lets only as many of ten phones in at the same moment', async () => {
    const { token } = await ofZone();
    const opened = await Promise.all(
      Array.from({ length: 10 }, (_, index) => openAsJudge(house, token, { phone_id: `phone-${index}` })),
    );
    expect(opened.filter(({ answer }) => answer.status === 201)).toHaveLength(3);
    expect((await listed())[0]?.opened).toHaveLength(3);
  });
});

describe('a judge', () => {
  it('sees the link’s zones and nothing else of the competition', async () => {
    const { judge, answer } = await openAsJudge(house, (await ofZone()).token);
    const session = {
      ...{ judge: expect.stringMatching(/^judge-\d+$/), competition_id: competitionId, name: 'Jo Fictif' },
      ...{ competition_name: competitionInput.name, zones: [{ id: zoneId, name: 'Les Dalles' }] },
      ends_at: expect.any(String),
    };
    expect([answer.status, answer.body]).toEqual([201, session]);
    expect((await judge.call(getJudgeSession)).body).toEqual(session);
    const zones = (await judge.call(listZones, { params })).body.zones;
    expect(zones.map(({ id }: { id: number }) => id)).toEqual([zoneId]);
    expect(await seen(judge.call(getZone, { params: { ...params, zoneId } }))).toBe(200);
    expect(await seen(judge.call(getCompetition, { params }))).toBe(200);
    expect(await seen(judge.call(getRoster, { params }))).toBe(200);
    expect(await seen(judge.call(findParticipant, { params: { ...params, dossard: 1 } }))).toBe(200);
    expect(await seen(judge.call(getProfile))).toBe('401 not_authenticated');
    expect(await seen(judge.call(listJudgeLinks, { params }))).toBe('403 forbidden');
  });

  it('records runs under the name that was typed, and may verify them', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const mine = run();
    const stored = await judge.call(createRun, { body: mine });
    expect([stored.status, stored.body.referee_name, stored.body.quarantined]).toEqual([201, 'Jo Fictif', undefined]);
    expect((await judge.call(createRun, { body: mine })).status).toBe(200);
    const query = { submissionID: mine.submission_id };
    expect((await judge.call(verifyRun, { query })).body.exists).toBe(true);
    const stranger = await openAsJudge(house, (await ofZone()).token, { phone_id: 'phone-2' });
    expect((await stranger.judge.call(verifyRun, { query })).body.exists).toBe(false);
    expect(
      await seen(judge.call(createUnresolvedRun, { params, body: unresolvedRunOf(competitionId, zoneId, 99) })),
    ).toBe(201);
    const { entries } = (await admin.call(listHistory, { params })).body;
    expect(entries.filter(({ subject }: { subject: { kind: string } }) => subject.kind === 'run')).toHaveLength(1);
  });

  it('is shown to the organiser with zone, contact, unsent and stored runs', async () => {
    const link = await ofZone();
    const { judge } = await openAsJudge(house, link.token);
    await judge.call(createRun, { body: run() });
    const body = phoneReport(zoneId, { phone_id: 'phone-1', clock: now.toISOString() });
    expect(await seen(judge.call(reportPhone, { params, body }))).toBe(200);
    const at = now.toISOString();
    expect((await listed())[0]?.opened).toEqual([
      {
        ...{ phone_id: 'phone-1', name: 'Jo Fictif', zone_id: zoneId, opened_at: at, last_contact: at },
        ...{ unsent: 2, runs: 1, ended_at: null },
      },
    ]);
    expect((await admin.call(listPhones, { params })).body.phones).toMatchObject([
      { user_id: null, first_name: 'Jo Fictif', last_name: '', zone_name: 'Les Dalles', unsent: 2 },
    ]);
    await admin.call(deleteJudgeLink, { params: { ...params, linkId: link.id } });
    expect((await admin.call(listPhones, { params })).body.phones).toEqual([]);
  });

  it('reads notices and confirms them by name', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const { id } = (await admin.call(createNotice, { params, body: { text: 'Repas à 12 h', zone_id: null } })).body;
    const report = (more = {}) =>
      judge.call(reportPhone, { params, body: phoneReport(zoneId, { phone_id: 'phone-1', ...more }) });
    expect((await report()).body.notices).toMatchObject([{ id, text: 'Repas à 12 h' }]);
    expect((await report({ confirmed_notices: [id] })).body.notices).toEqual([]);
    expect((await admin.call(listNotices, { params })).body.notices).toMatchObject([
      { confirmed_by: [{ name: 'Jo Fictif' }] },
    ]);
  });

  it('hands the phone over: waiting runs keep the name of who recorded them', async () => {
    const { token } = await ofZone();
    const first = await openAsJudge(house, token, { name: 'Jo Fictif' });
    const second = await openAsJudge(house, token, { name: 'Max Fictif' });
    expect((await listed())[0]?.opened.map(({ name }) => name)).toEqual(['Jo Fictif', 'Max Fictif']);
    const of = (name: string) => ({ 'x-account': name });
    await second.judge.call(createRun, { body: run(), headers: of(first.answer.body.judge) });
    await second.judge.call(createRun, { body: run() });
    expect((await runsOfRider()).map(({ referee_name }) => referee_name)).toEqual(['Jo Fictif', 'Max Fictif']);
  });

  it('may share a name with another one, whose runs are listed apart', async () => {
    const { token } = await ofZone();
    for (const phone_id of ['a', 'b']) {
      const { judge } = await openAsJudge(house, token, { phone_id });
      await judge.call(createRun, { body: run() });
    }
    expect((await listed())[0]?.opened).toMatchObject([
      { name: 'Jo Fictif', runs: 1 },
      { name: 'Jo Fictif', runs: 1 },
    ]);
  });

  it('ends on this phone by signing out, and may open the link again', async () => {
    const { token } = await ofZone();
    const { judge } = await openAsJudge(house, token);
    expect(await seen(judge.call(logout))).toBe(204);
    expect(await seen(judge.call(getJudgeSession))).toBe('401 not_authenticated');
    expect(await seen(openAsJudge(house, token).then(({ answer }) => answer))).toBe(201);
  });

  it('stays beside somebody who is signed in, who goes on as themselves', async () => {
    const member = await house.signInAs('referee', competitionId);
    const { token } = await ofZone();
    const { judge, answer } = await openAsJudge(house, token, { session: member.cookie });
    expect((await judge.call(getProfile)).body.email).toBe(member.email);
    await judge.call(createRun, { body: run() });
    await judge.call(createRun, { body: run(), headers: { 'x-account': answer.body.judge } });
    expect((await runsOfRider()).map(({ referee_name }) => referee_name)).toEqual(['Camille Exemple', 'Jo Fictif']);
    expect((await judge.call(getJudgeSession)).body.name).toBe('Jo Fictif');
    await judge.call(logout);
    expect((await judge.call(getJudgeSession)).body.name).toBe('Jo Fictif');
    expect(await seen(judge.call(getProfile))).toBe('401 not_authenticated');
  });
});

describe('after the end', () => {
  const end = `${day}T10:30:00Z`;
  const opened = async () => {
    const link = await makeJudgeLink(admin, competitionId, { zone_ids: [zoneId], ends_at: end });
    return { link, ...(await openAsJudge(house, link.token)) };
  };

  it('runs from before wait in quarantine until the desk lets them count', async () => {
    const { judge } = await opened();
    minutes(60);
    const [kept, thrown] = [run({ recorded_at: `${day}T10:20:00.000Z` }), run({ recorded_at: `${day}T10:25:00.000Z` })];
    for (const body of [kept, thrown, kept]) {
      const answer = await judge.call(createRun, { body });
      expect([answer.status < 202, answer.body]).toMatchObject([
        true,
        { submission_id: body.submission_id, quarantined: true, points: 30, referee_name: 'Jo Fictif' },
      ]);
    }
    expect([await runsOfRider(), (await quarantined()).length]).toEqual([[], 2]);
    const settle = (submission: string, accept: boolean) =>
      seen(admin.call(settleQuarantinedRun, { params: { ...params, submission }, body: { accept } }));
    expect([await settle(kept.submission_id, true), await settle(kept.submission_id, true)]).toEqual([204, 204]);
    expect([await settle(thrown.submission_id, false), await settle(thrown.submission_id, false)]).toEqual([204, 204]);
    expect(await settle(kept.submission_id, false)).toBe('409 submission_conflict');
    expect(await settle(thrown.submission_id, true)).toBe('409 submission_conflict');
    expect([(await runsOfRider()).map(({ referee_name }) => referee_name), await quarantined()]).toEqual([
      ['Jo Fictif'],
      [],
    ]);
    expect((await judge.call(createRun, { body: kept })).body.quarantined).toBeUndefined();
  });

  it('runs ridden later are refused, and stay on the phone', async () => {
    const { judge } = await opened();
    minutes(60);
    expect(await seen(judge.call(createRun, { body: run({ recorded_at: `${day}T10:45:00.000Z` }) }))).toBe(
      '403 judge_link_ended',
    );
    expect(await seen(judge.call(createRun, { body: run() }))).toBe('403 judge_link_ended');
  });

  it('a phone whose clock is a day off is judged by the server’s', async () => {
    const { judge } = await opened();
    const clock = new Date(now.getTime() + 86_400_000).toISOString();
    await judge.call(reportPhone, { params, body: phoneReport(zoneId, { phone_id: 'phone-1', clock }) });
    minutes(60);
    const ridden = (time: string) => run({ phone_id: 'phone-1', recorded_at: `2027-06-13T${time}:00.000Z` });
    expect(await seen(judge.call(createRun, { body: ridden('10:20') }))).toBe(201);
    expect(await seen(judge.call(createRun, { body: ridden('10:45') }))).toBe('403 judge_link_ended');
  });

  it('the cookie opens nothing but sending runs, for seven days', async () => {
    const { judge } = await opened();
    minutes(60);
    for (const endpoint of [getCompetition, listZones, getRoster, getJudgeSession])
      expect(await seen(judge.call(endpoint, { params }))).toBe('401 not_authenticated');
    const recorded_at = `${day}T10:20:00.000Z`;
    minutes(6 * 24 * 60);
    expect(await seen(judge.call(createRun, { body: run({ recorded_at }) }))).toBe(201);
    minutes(24 * 60);
    expect(await seen(judge.call(createRun, { body: run({ recorded_at }) }))).toBe('401 not_authenticated');
  });

  it('a longer link goes on where it was', async () => {
    const { link, judge } = await opened();
    minutes(60);
    const body = { ends_at: `${day}T12:00:00Z` };
    expect(await seen(admin.call(updateJudgeLink, { params: { ...params, linkId: link.id }, body }))).toBe(204);
    expect((await judge.call(createRun, { body: run() })).body.quarantined).toBeUndefined();
  });
});

describe('after revocation', () => {
  test.each<[string, (link: { id: number }) => Promise<unknown>]>([
    ['of the link', ({ id }) => admin.call(deleteJudgeLink, { params: { ...params, linkId: id } })],
    ['of the phone', ({ id }) => admin.call(endJudgePhone, { params: { ...params, linkId: id, phone: 'phone-1' } })],
  ])('%s, runs are quarantined for an hour, and what was recorded before stays', async (_, revoke) => {
    const link = await ofZone();
    const { judge } = await openAsJudge(house, link.token);
    await judge.call(createRun, { body: run() });
    await revoke(link);
    const late = await judge.call(createRun, { body: run() });
    expect([late.status, late.body.quarantined]).toEqual([201, true]);
    expect(await seen(judge.call(getRoster, { params }))).toBe('401 not_authenticated');
    minutes(61);
    expect(await seen(judge.call(createRun, { body: run() }))).toBe('401 not_authenticated');
    expect([(await runsOfRider()).length, (await quarantined()).length]).toEqual([1, 1]);
  });
});

describe('hiding a link', () => {
  it('takes its runs from the ranking together, keeps new ones apart, and brings them back', async () => {
    const link = await ofZone();
    const { judge } = await openAsJudge(house, link.token);
    await judge.call(createRun, { body: run() });
    await judge.call(createRun, { body: run() });
    const own = await admin.call(createRun, { body: run() });
    const set = (hidden: boolean) =>
      seen(admin.call(updateJudgeLink, { params: { ...params, linkId: link.id }, body: { hidden } }));
    expect([await set(true), await set(true)]).toEqual([204, 204]);
    expect((await runsOfRider()).map(({ run_number }) => run_number)).toEqual([own.body.run_number]);
    expect((await judge.call(createRun, { body: run() })).body.quarantined).toBe(true);
    minutes(5);
    expect([await set(false), (await runsOfRider()).length]).toEqual([204, 3]);
    expect((await judge.call(createRun, { body: run() })).body.quarantined).toBeUndefined();
    const { entries } = (await admin.call(listHistory, { params })).body;
    expect(entries.map(({ action }: { action: string }) => action)).toContain('restore');
  });
});

describe('a stranger', () => {
  it('cannot forge a cookie or use the link’s token as one', async () => {
    const { token } = await ofZone();
    await openAsJudge(house, token);
    for (const cookie of [`judge=${token}`, 'judge=', 'judge=judge-1', 'session=x; judge=x'])
      expect(await seen(callerWith(house.visitor, cookie).call(getJudgeSession))).toBe('401 not_authenticated');
  });

  it('cannot use the cookie as a session, or in another competition, existing or not', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const session = judge.cookie.replace('judge=', 'session=');
    expect(await seen(callerWith(house.visitor, session).call(getProfile))).toBe('401 not_authenticated');
    const elsewhere = (await admin.call(createCompetition, { body: competitionInput })).body.id;
    for (const id of [elsewhere, 999_999]) {
      expect(await seen(judge.call(getRoster, { params: { id } }))).toBe('403 forbidden');
      expect(await seen(judge.call(createRun, { body: runOf(id, zoneId, 1) }))).toBe('403 forbidden');
    }
  });

  it('cannot record, read or report in another zone, existing or not', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    for (const zone of [other, 999_999]) {
      expect(await seen(judge.call(createRun, { body: run({}, zone) }))).toBe('403 forbidden');
      expect(await seen(judge.call(getZone, { params: { ...params, zoneId: zone } }))).toBe('403 forbidden');
      expect(await seen(judge.call(reportPhone, { params, body: phoneReport(zone) }))).toBe('403 forbidden');
      const body = unresolvedRunOf(competitionId, zone, 99);
      expect(await seen(judge.call(createUnresolvedRun, { params, body }))).toBe('403 forbidden');
    }
  });

  it('cannot act as the judge of another phone or link', async () => {
    const link = await ofZone();
    const { judge } = await openAsJudge(house, link.token);
    const { answer } = await openAsJudge(house, link.token, { phone_id: 'phone-2', name: 'Max Fictif' });
    const headers = { 'x-account': answer.body.judge };
    expect(await seen(judge.call(createRun, { body: run(), headers }))).toBe('401 not_authenticated');
  });

  it('cannot keep a cookie that was set before: each opening makes a new one', async () => {
    const { token } = await ofZone();
    const before = await openAsJudge(house, token);
    const fixed = callerWith(house.visitor, before.judge.cookie);
    const after = await openAsJudge(house, token);
    expect(after.judge.cookie).not.toBe(before.judge.cookie);
    expect(await seen(fixed.call(getJudgeSession))).toBe('401 not_authenticated');
  });

  /** A link on an installation with rate limits. */
  const strictLink = async () => {
    const made = await makeCompetition(strictHouse, 1);
    return { ...made, token: (await makeJudgeLink(made.admin, made.competitionId, { phones: 20 })).token };
  };

  it('cannot flood: all phones of a link share one limit of writes', async () => {
    const { token, competitionId: id, zoneId: zone } = await strictLink();
    const phones = await Promise.all(['a', 'b', 'c'].map((phone_id) => openAsJudge(strictHouse, token, { phone_id })));
    const sent = phones.flatMap(({ judge }) =>
      Array.from({ length: 20 }, () => seen(judge.call(createRun, { body: runOf(id, zone, 1) }))),
    );
    expect((await Promise.all(sent)).filter((status) => status === '429 too_many_requests').length).toBeGreaterThan(0);
  });

  it('who guesses is slowed down, and openings that succeed are no guesses', async () => {
    const { token } = await strictLink();
    for (let phone = 0; phone < 30; phone += 1) {
      const { answer } = await openAsJudge(strictHouse, token, { phone_id: `phone-${phone % 20}` });
      expect(answer.status).toBe(201);
    }
    const guesses = Array.from({ length: 25 }, (_, index) =>
      seen(strictHouse.visitor.call(readJudgeLink, { body: { token: `guess-${index}` } })),
    );
    expect(await Promise.all(guesses)).toContain('429 too_many_requests');
  });

  it('of another site cannot write with the judge’s cookie', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect(await seen(judge.call(createRun, { body: run(), headers }))).toBe('403 cross_site_request');
  });

  it('gets a cookie that scripts cannot read', async () => {
    const { answer } = await openAsJudge(house, (await ofZone()).token);
    const cookie = String(answer.headers['set-cookie']);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Expires=']) expect(cookie).toContain(part);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('who signs in keeps the judge’s cookie from becoming a session', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const answer = await judge.call(login, { body: { email: admin.email, password: testPassword } });
    expect(String(answer.headers['set-cookie'])).not.toContain('judge=');
  });
});
