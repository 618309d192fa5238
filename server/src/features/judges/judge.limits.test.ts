import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  createCompetition,
  deleteCompetition,
  getCompetition,
  restoreCompetition,
  setVisibility,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory } from '@dossard/contract/history/history.endpoints.ts';
import {
  deleteJudgeLink,
  endJudgePhone,
  getJudgeSession,
  listJudgeLinks,
  openJudgeLink,
  readJudgeLink,
  updateJudgeLink,
} from '@dossard/contract/judges/judge.endpoints.ts';
import { getRoster } from '@dossard/contract/participants/participant.endpoints.ts';
import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  listQuarantinedRuns,
  listRuns,
  settleQuarantinedRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { createZone, getZone, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createLimits } from '../../http/turns/limits.ts';
import { callerWith, makeJudgeLink, openAsJudge, seen } from '../../testing/judging.ts';
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

/* Judges whose link ended or was hidden, and what strangers try with one (U3 to U5). */

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
const run = (more: Record<string, unknown> = {}, zone = zoneId) => runOf(competitionId, zone, 1, more);
const runsOfRider = async (): Promise<{ referee_name: string; run_number: number }[]> =>
  (await admin.call(listRuns, { params: { ...params, dossard: 1 } })).body.runs;
const quarantined = async (): Promise<{ submission_id: string; referee_name: string }[]> =>
  (await admin.call(listQuarantinedRuns, { params })).body.runs;
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

  it('a link is still changed, but not to another end that is over', async () => {
    const { link } = await opened();
    minutes(60);
    const change = (body: Record<string, unknown>) =>
      admin.call(updateJudgeLink, { params: { ...params, linkId: link.id }, body });
    for (const body of [{ phones: 5 }, { phones: 6, ends_at: end }, { hidden: true }])
      expect(await seen(change(body))).toBe(204);
    const { status, body } = await change({ ends_at: `${day}T11:00:00Z` });
    expect([status, body.errors]).toMatchObject([400, [{ path: 'ends_at', code: 'in_past' }]]);
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

describe('while a judge rides, a competition', () => {
  it('that becomes private or official still takes the runs', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const visible = { competition_id: competitionId, is_public: true };
    await admin.call(setVisibility, { body: visible });
    await admin.call(setVisibility, { body: { ...visible, is_public: false } });
    expect(await seen(judge.call(createRun, { body: run() }))).toBe(201);
    const official = { category: 'U13', gender: 'F', state: 'official' } as const;
    await admin.call(declareResult, { params, body: official });
    expect(await seen(judge.call(createRun, { body: run() }))).toBe(201);
    expect((await runsOfRider()).length).toBe(2);
  });

  it('that is deleted takes none, and the phone keeps them until it is restored', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    await admin.call(deleteCompetition, { params });
    const body = run();
    expect(await seen(judge.call(createRun, { body }))).toBe('401 not_authenticated');
    await admin.call(restoreCompetition, { params });
    expect(await seen(judge.call(createRun, { body }))).toBe(201);
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

  it('cannot send what an account recorded before it was signed out', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const headers = { 'x-account': encodeURIComponent(admin.email) };
    expect(await seen(judge.call(createRun, { body: run(), headers }))).toBe('401 not_authenticated');
    expect(await runsOfRider()).toEqual([]);
  });

  it('with a stolen cookie is out as soon as the organiser ends the phone, while others go on', async () => {
    const link = await ofZone();
    const { judge } = await openAsJudge(house, link.token);
    const honest = await openAsJudge(house, link.token, { phone_id: 'phone-2', name: 'Max Fictif' });
    const thief = callerWith(house.visitor, judge.cookie);
    expect(await seen(thief.call(getRoster, { params }))).toBe(200);
    await admin.call(endJudgePhone, { params: { ...params, linkId: link.id, phone: 'phone-1' } });
    expect(await seen(thief.call(getRoster, { params }))).toBe('401 not_authenticated');
    expect((await thief.call(createRun, { body: run() })).body.quarantined).toBe(true);
    expect(await seen(honest.judge.call(getRoster, { params }))).toBe(200);
  });

  it('who replays an opening, or opens it in two tabs, is one phone and one judge', async () => {
    const { token } = await ofZone();
    let cookie = '';
    const open = async () => {
      const opened = await openAsJudge(house, token);
      ({ cookie } = opened.judge);
      return opened;
    };
    const opened = await Promise.all([open(), open()]);
    expect(opened.map(({ answer }) => answer.status)).toEqual([201, 201]);
    const judges = (await admin.call(listJudgeLinks, { params })).body.links[0].opened;
    expect(judges).toHaveLength(1);
    const [first, second] = opened.map(({ answer }) => answer.body.judge);
    expect(first).toBe(second);
    // Two tabs share one cookie: that of the answer that came last.
    expect(await seen(callerWith(house.visitor, cookie).call(getJudgeSession))).toBe(200);
  });

  it('learns no token from a referrer, an address or the log: the page sends none', async () => {
    const page = await house.app.inject({ method: 'GET', url: '/judge' });
    expect(page.headers['referrer-policy']).toMatch(/no-referrer|same-origin|strict-origin/);
    for (const endpoint of [readJudgeLink, openJudgeLink]) expect(endpoint.path).not.toContain('token');
  });

  it('who signs in keeps the judge’s cookie from becoming a session', async () => {
    const { judge } = await openAsJudge(house, (await ofZone()).token);
    const answer = await judge.call(login, { body: { email: admin.email, password: testPassword } });
    expect(String(answer.headers['set-cookie'])).not.toContain('judge=');
  });
});
