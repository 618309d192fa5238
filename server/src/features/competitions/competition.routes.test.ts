import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  createCompetition,
  getCompetition,
  listCompetitions,
  listPublicCompetitions,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { competitionInput } from '../../testing/main.job.ts';
import { startTestApp, type TestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
const openHouse = await startTestApp({ openCreation: true });

const create = (who: TestCaller, more: Record<string, unknown> = {}, language = 'en') =>
  who.call(createCompetition, { body: { ...competitionInput, ...more }, headers: { 'accept-language': language } });
const list = async (who: TestCaller): Promise<Competition[]> => (await who.call(listCompetitions)).body.competitions;
const refusalOf = (answer: { status: number; body: { code: string } }) => [answer.status, answer.body.code];

/** Creates a competition with its admin. */
async function makeOne(more: Record<string, unknown> = {}) {
  const admin = await house.signIn(['create_competition']);
  const { id } = (await create(admin, more)).body as Competition;
  const params = { id };
  return {
    admin,
    id,
    read: (who = admin) => who.call(getCompetition, { params }),
    change: (body: Record<string, unknown>, who = admin) =>
      who.call(updateCompetition, { params, body: { ...competitionInput, ...body } }),
    show: (is_public: unknown, who = admin) => who.call(setVisibility, { body: { competition_id: id, is_public } }),
  };
}

describe('POST /competition', () => {
  it('creates a private competition whose admin is the caller', async () => {
    const admin = await house.signIn(['create_competition']);
    const answer = await create(admin, {
      name: ' Trial  d’e\u0301te\u0301 ',
      description: 'Un\r\nDeux\rTrois',
      id: 7,
      is_public: true,
    });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        ...competitionInput,
        id: expect.any(Number),
        name: 'Trial  d’été',
        description: 'Un\nDeux\nTrois',
        is_public: false,
        role: 'admin',
        ranking_rule: { runs: 'all', tie_breaks: ['count_back', 'penality', 'chrono_sec'] },
        public_names: 'full',
        names_until: null,
        youth_words: 'women_men',
        departed_referees: 'full',
        laps: null,
        laps_of_groups: [],
        official_needs_checked: false,
        start_plan: null,
        is_away: false,
      },
    ]);
    expect(await list(admin)).toEqual([answer.body]);
    const [entry] = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.competition_id, answer.body.id))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({ action: 'create', subject: 'competition', actor_id: admin.id });
  });

  it('needs no description', async () => {
    const admin = await house.signIn(['create_competition']);
    for (const description of [undefined, null, ' ']) {
      expect((await create(admin, { description })).body.description).toBe('');
    }
  });

  it('is for callers with the permission, and super administrators', async () => {
    expect((await create(await house.signIn(['super_admin']))).status).toBe(201);
    for (const permissions of [[], ['manage_users']] as const) {
      const refused = await create(await house.signIn([...permissions]));
      expect(refusalOf(refused)).toEqual([403, 'competition_creation_not_allowed']);
      expect(refused.body.message).toBe('Your account cannot create competitions. Write to us to get this right.');
    }
    expect(refusalOf(await create(house.visitor))).toEqual([401, 'not_authenticated']);
  });

  const accounts: { says: string; change: Partial<typeof users.$inferInsert>; status: number }[] = [
    { says: 'a verified account', change: {}, status: 201 },
    { says: 'an invited account', change: { account_status: 'invited' }, status: 403 },
    {
      says: 'an invited account that is not verified',
      change: { account_status: 'invited', email_verified_at: null },
      status: 403,
    },
    { says: 'an account that is not verified', change: { email_verified_at: null }, status: 403 },
  ];
  test.each(accounts)('with OPEN_CREATION=on, $says answers $status; with off, 403', async ({ change, status }) => {
    const asking = async ({ db, signIn }: TestApp) => {
      const caller = await signIn();
      if (Object.keys(change).length > 0) await db.update(users).set(change).where(eq(users.id, caller.id));
      const profile = await caller.call(getProfile);
      if (profile.status === 200)
        expect(profile.body.can_create_competitions).toBe((await create(caller)).status === 201);
      return (await create(caller)).status;
    };
    expect([await asking(openHouse), await asking(house)]).toEqual([status, 403]);
  });

  const everything = {
    name: '',
    date: '12/06/2027',
    location: 7,
    description: 7,
    organizer: ' ',
    contact: undefined,
  };
  const codes = [
    ['name', 'required'],
    ['date', 'invalid_date'],
    ['location', 'not_text'],
    ['description', 'not_text'],
    ['organizer', 'required'],
    ['contact', 'required'],
  ];
  test.each(['en', 'fr'])('reports all problems at once (%s)', async (language) => {
    const admin = await house.signIn(['create_competition']);
    const answer = await create(admin, everything, language);
    expect(refusalOf(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(codes);
    const [first] = answer.body.errors;
    expect([answer.body.message, first.message]).toEqual(
      language === 'en'
        ? ['Please correct what is marked.', 'Name is required.']
        : ['Veuillez corriger ce qui est signalé.', expect.stringMatching(/nom/)],
    );
    expect(await list(admin)).toEqual([]);
  });

  test.each([
    ['2027-02-29', 'a day that does not exist'],
    ['2027-13-01', 'a month that does not exist'],
    ['0000-01-01', 'a year that does not exist'],
    ['20270612', 'no dashes'],
    ['2027-06-12T10:00:00Z', 'a time'],
    ['', 'nothing'],
  ])('refuses the date %j: %s', async (date) => {
    const admin = await house.signIn(['create_competition']);
    const answer = await create(admin, { date });
    expect([...refusalOf(answer), answer.body.errors]).toMatchObject([400, 'invalid_request', [{ path: 'date' }]]);
  });

  test.each([
    ['a long name', { name: 'é'.repeat(201) }, 'too_long'],
    ['a line break in the name', { name: 'a\nb' }, 'unreadable_character'],
    ['a NUL in the place', { location: 'a\0b' }, 'unreadable_character'],
    ['half a character in the contact', { contact: 'a\ud800' }, 'unreadable_character'],
    ['a description that never ends', { description: 'a'.repeat(5_001) }, 'too_long'],
  ])('refuses %s', async (_, more, code) => {
    const answer = await create(await house.signIn(['create_competition']), more);
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: Object.keys(more)[0], code }]]);
  });
});

describe('GET /competition', () => {
  it('lists the caller’s competitions with their role, newest date first, then the latest made', async () => {
    const admin = await house.signIn(['create_competition']);
    const dates = ['2027-06-12', '2026-12-31', '2027-10-01', '2027-06-12'];
    const ids: number[] = [];
    for (const date of dates) ids.push((await create(admin, { date })).body.id);
    const [first, second, third, fourth] = ids;
    expect((await list(admin)).map(({ id }) => id)).toEqual([third, fourth, first, second]);
    const viewer = await house.signInAs('viewer', first ?? 0);
    expect((await list(viewer)).map(({ id, role }) => [id, role])).toEqual([[first, 'viewer']]);
    expect(await list(await house.signIn())).toEqual([]);
  });

  it('does not list competitions that are only public, nor deleted ones', async () => {
    const one = await makeOne();
    await one.show(true);
    expect(await list(await house.signIn())).toEqual([]);
    await house.db
      .update(competitions)
      .set({ deleted_at: new Date().toISOString() })
      .where(eq(competitions.id, one.id));
    expect(await list(one.admin)).toEqual([]);
    expect(refusalOf(await one.read())).toEqual([404, 'competition_not_found']);
    const open = await house.visitor.call(listPublicCompetitions);
    expect(open.body.competitions.map(({ id }: Competition) => id)).not.toContain(one.id);
  });

  it('lists all of them for a super administrator, with their role if any', async () => {
    const one = await makeOne();
    const root = await house.signIn(['super_admin']);
    const own = (await create(root)).body.id;
    const seen = await list(root);
    expect(seen.find(({ id }) => id === one.id)?.role).toBeNull();
    expect(seen.find(({ id }) => id === own)?.role).toBe('admin');
    expect((await one.read(root)).body.role).toBeNull();
  });
});

describe('PUT /competition/visibility', () => {
  it('shows a competition to everyone, and hides it again', async () => {
    const one = await makeOne();
    const listed = async () =>
      (await house.visitor.call(listPublicCompetitions)).body.competitions.some(({ id }: Competition) => id === one.id);
    expect(await listed()).toBe(false);
    const shown = await one.show(true);
    expect([shown.status, shown.body]).toMatchObject([200, { id: one.id, is_public: true, role: 'admin' }]);
    expect(await listed()).toBe(true);
    expect((await one.show(false)).body.is_public).toBe(false);
    expect(await listed()).toBe(false);
  });

  test.each([undefined, null, 'true', 1])('refuses %j', async (is_public) => {
    const one = await makeOne();
    const answer = await one.show(is_public);
    expect([...refusalOf(answer), answer.body.errors[0].path]).toEqual([400, 'invalid_request', 'is_public']);
    expect((await one.read()).body.is_public).toBe(false);
  });
});

describe('PUT /competition/{id}', () => {
  it('changes the settings, keeps the omitted ones, and logs both in the history', async () => {
    const one = await makeOne();
    const settings = {
      ranking_rule: { runs: 'best_per_zone', tie_breaks: ['chrono_sec'] },
      public_names: 'initials',
      names_until: '2028-01-31',
      laps: 3,
      laps_of_groups: [{ category: 'U9', gender: 'F', laps: 2 }],
      official_needs_checked: true,
      start_plan: { first_start: '09:30', interval_sec: 60, breaks: [], pauses: [], groups: [] },
    };
    const first = await one.change({ name: 'Trial des Cimes', ...settings });
    expect([first.status, first.body]).toMatchObject([200, { name: 'Trial des Cimes', ...settings, role: 'admin' }]);
    const second = await one.change({ is_public: true, version: 99, id: 1 });
    expect(second.body).toEqual({ ...first.body, name: competitionInput.name });
    expect((await one.change({ names_until: null })).body.names_until).toBeNull();
    expect((await one.read()).body).toEqual({ ...second.body, names_until: null });
    const entries = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.competition_id, one.id))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update']);
    expect(entries[1]?.before).toMatchObject({ name: competitionInput.name, public_names: 'full' });
    expect(entries[1]?.after).toMatchObject({ name: 'Trial des Cimes', public_names: 'initials' });
  });

  it('accepts its own answer as input, from a client that sends everything it read', async () => {
    const one = await makeOne();
    const { body } = await one.read();
    const again = await one.change(body);
    expect([again.status, again.body]).toEqual([200, body]);
  });

  test.each([
    ['an unknown way to count', { ranking_rule: { runs: 'worst', tie_breaks: [] } }, 'ranking_rule.runs'],
    ['an unknown tie-break', { ranking_rule: { runs: 'all', tie_breaks: ['luck'] } }, 'ranking_rule.tie_breaks.0'],
    [
      'a tie-break twice',
      { ranking_rule: { runs: 'all', tie_breaks: ['penality', 'penality'] } },
      'ranking_rule.tie_breaks',
    ],
    ['an unknown way to name riders', { public_names: 'nickname' }, 'public_names'],
    ['a last day that is no day', { names_until: 'never' }, 'names_until'],
    ['no laps at all', { laps: 0 }, 'laps'],
    ['laps of a group without a gender', { laps_of_groups: [{ category: 'U9', laps: 2 }] }, 'laps_of_groups.0.gender'],
    [
      'a start at no time',
      { start_plan: { first_start: '9h30', interval_sec: 60, breaks: [], pauses: [], groups: [] } },
      'start_plan.first_start',
    ],
    ['no name', { name: '' }, 'name'],
  ])('refuses %s', async (_, change, path) => {
    const one = await makeOne();
    const answer = await one.change(change);
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path }]]);
    expect((await one.read()).body).toMatchObject(competitionInput);
  });
});

test.each(['0', '-1', '1.5', 'x', '2147483648', '1e3', ' 1'])('there is no competition %j', async (text) => {
  const one = await makeOne();
  const answer = await one.admin.call(getCompetition, { params: { id: text } });
  expect([...refusalOf(answer), answer.body.message]).toEqual([404, 'competition_not_found', 'Invalid competition ID']);
});
