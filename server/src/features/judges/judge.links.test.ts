import { getProfile, logout } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  deleteCompetition,
  getCompetition,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
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
import { deleteMember, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { createNotice, listNotices } from '@dossard/contract/notices/notice.endpoints.ts';
import { findParticipant, getRoster } from '@dossard/contract/participants/participant.endpoints.ts';
import { listPhones, reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import { createRun, createUnresolvedRun, listRuns, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createZone, getZone, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { judgeLinks, judges } from '../../tables/judge.tables.ts';
import { makeJudgeLink, openAsJudge, seen } from '../../testing/judging.ts';
import {
  competitionInput,
  graduation,
  makeCompetition,
  phoneReport,
  runOf,
  tens,
  unresolvedRunOf,
} from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Links by which judges record runs without an account (U1, U2). */

const day = '2027-06-12';
let now = new Date(`${day}T10:00:00.000Z`);
const house = await startTestApp({ clock: () => now });
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

  it('moves with an event that is postponed, and keeps an end before its day', async () => {
    const training = await makeJudgeLink(admin, competitionId, { zone_ids: null, ends_at: '2027-06-11T18:00:00.000Z' });
    const link = await ofZone();
    const { judge } = await openAsJudge(house, link.token);
    await admin.call(updateCompetition, { params, body: { ...competitionInput, date: '2027-06-19' } });
    now = new Date('2027-06-19T10:00:00.000Z');
    expect((await judge.call(createRun, { body: run() })).status).toBe(201);
    await openAsJudge(house, link.token, { phone_id: 'another' });
    const endOf = async (id: number) => (await listed()).find((one) => one.id === id)?.ends_at;
    expect(await endOf(link.id)).toBe(new Date('2027-06-19T23:59:00').toISOString());
    expect(await endOf(training.id)).toBe(training.ends_at);
    await admin.call(updateCompetition, { params, body: { ...competitionInput, date: '2027-06-18' } });
    expect(await endOf(link.id)).toBe(new Date('2027-06-19T23:59:00').toISOString());
  });

  it('moves also when an undo gives the event its later day back', async () => {
    await admin.call(updateCompetition, { params, body: { ...competitionInput, date: '2027-06-15' } });
    await admin.call(updateCompetition, { params, body: { ...competitionInput, date: '2027-06-13' } });
    const link = await ofZone();
    const [latest] = (await admin.call(listHistory, { params })).body.entries;
    expect((await admin.call(restoreEntry, { params: { ...params, entry: latest.id } })).status).toBe(200);
    expect((await listed()).find(({ id }) => id === link.id)?.ends_at).toBe(
      new Date('2027-06-15T23:59:00').toISOString(),
    );
  });

  it('made in the last minute of the day opens until the next evening', async () => {
    now = new Date(`${day}T23:59:30`);
    expect((await ofZone()).ends_at).toBe(new Date('2027-06-13T23:59:00').toISOString());
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
    ['an end that is over', () => ({ ends_at: `${day}T10:00:00Z` }), '400 invalid_request'],
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

  it('opens its own of two competitions on one day, whose zones have the same names', async () => {
    const evening = await makeCompetition(house, 1);
    const renamed = { params: { id: evening.competitionId }, body: { ...competitionInput, name: 'Trial du soir' } };
    await evening.admin.call(updateCompetition, renamed);
    const links = [await ofZone(), await makeJudgeLink(evening.admin, evening.competitionId)];
    const opened = await Promise.all(
      links.map(async ({ token }) => (await house.visitor.call(readJudgeLink, { body: { token } })).body),
    );
    expect(
      opened.map(({ competition, zones }) => [competition.name, zones.map((zone: { name: string }) => zone.name)]),
    ).toEqual([
      [competitionInput.name, ['Les Dalles']],
      ['Trial du soir', ['Les Dalles']],
    ]);
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
    const ofRuns = entries.filter(({ subject }: { subject: { kind: string } }) => subject.kind === 'run');
    expect(ofRuns).toMatchObject([{ actor: null, judge: 'Jo Fictif' }]);
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

  it('only sends runs for quarantine once the maker of the link may not invite, until another admin takes it over', async () => {
    const link = await ofZone();
    const { judge } = await openAsJudge(house, link.token);
    const second = await house.signInAs('admin', competitionId);
    await second.call(updateMember, { params, body: { user_id: admin.id, role: 'viewer' } });
    const linkOf = async () => (await second.call(listJudgeLinks, { params })).body.links[0];
    expect(await linkOf()).toMatchObject({ suspended: true });
    expect(await seen(judge.call(getRoster, { params }))).toBe('401 not_authenticated');
    const kept = await judge.call(createRun, { body: run() });
    expect([kept.status, kept.body.quarantined]).toEqual([201, true]);
    const body = { ends_at: link.ends_at };
    expect(await seen(second.call(updateJudgeLink, { params: { ...params, linkId: link.id }, body }))).toBe(204);
    expect(await linkOf()).not.toHaveProperty('suspended');
    expect(await seen(judge.call(getRoster, { params }))).toBe(200);
    expect((await judge.call(createRun, { body: run() })).body.quarantined).toBeUndefined();
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

  it('frees the place of a phone by signing out, whoever judged on it before', async () => {
    const { token } = await makeJudgeLink(admin, competitionId, { zone_ids: [zoneId], phones: 1 });
    const open = (phone_id: string, name: string) => openAsJudge(house, token, { phone_id, name });
    await open('a', 'Jo Fictif');
    const { judge } = await open('a', 'Alix Fictive');
    expect(await seen(open('b', 'Lou Fictif').then(({ answer }) => answer))).toBe('409 too_many_phones');
    await judge.call(logout);
    expect(await seen(open('b', 'Lou Fictif').then(({ answer }) => answer))).toBe(201);
    expect(await seen(open('a', 'Jo Fictif').then(({ answer }) => answer))).toBe('409 too_many_phones');
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
