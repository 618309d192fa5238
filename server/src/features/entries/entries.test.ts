import {
  createCompetition,
  deleteCompetition,
  listPublicCompetitions,
  setVisibility,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import type { CompetitionPage } from '@dossard/contract/competitions/competition.schema.ts';
import * as calls from '@dossard/contract/entries/entry.endpoints.ts';
import type { LinkedForm, ListedForm } from '@dossard/contract/entries/entry.schema.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { getPublicLinks } from '@dossard/contract/series/series.endpoints.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createLimits } from '../../http/turns/limits.ts';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import {
  acceptAll,
  admin,
  box,
  clock,
  club,
  confirm,
  decide,
  enter,
  entered,
  give,
  house,
  id,
  idOf,
  list,
  open,
  openDesk,
  page,
  read,
  riders,
  send,
  setClock,
  states,
  tokenFor,
  visitor,
  zoneId,
} from '../../testing/entry.desk.ts';
import { competitionInput, entryForm, entryPage, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

await openDesk();

describe('the entry page (J1)', () => {
  it('shows a competition, its groups and places, once an admin opened it, even if the competition is private', async () => {
    await open({
      limit_in_all: 40,
      limits_of_groups: [{ category: 'U13', gender: 'F', limit: 12 }],
      text: 'Licence demandée',
    });
    expect(await page()).toMatchObject({
      competition: { name: 'Trial des Crêtes', organizer: 'Vélo Club Fictif' },
      takes_entries: true,
      places: 40,
      groups: [
        { category: 'U13', gender: 'F', places: 12 },
        { category: 'U13', gender: 'H', places: null },
      ],
      text: 'Licence demandée',
    });
    await open({ is_open: false });
    expect((await visitor.call(calls.getEntryPage, { params: { id } })).status).toBe(404);
    expect((await send(entryForm(club, ['Zoé Un']))).status).toBe(404);
  });

  it('closes after its last day, in every time zone', async () => {
    await open({ closes_on: '2027-05-10' });
    setClock(new Date('2027-05-11T11:00:00.000Z'));
    expect((await page()).takes_entries).toBe(true);
    setClock(new Date('2027-05-11T13:00:00.000Z'));
    expect((await page()).takes_entries).toBe(false);
    expect((await send(entryForm(club, ['Zoé Un']))).body.code).toBe('entries_closed');
  });

  it('is linked from ranking and start page while it takes entries, until the day of the event', async () => {
    const links = () => visitor.call(getPublicLinks, { params: { id } });
    const show = (is_public: boolean) => admin.call(setVisibility, { body: { competition_id: id, is_public } });
    const isLinked = async () => {
      const { competitions }: CompetitionPage = (await visitor.call(listPublicCompetitions)).body;
      const { takes_entries } = (await links()).body;
      expect(competitions.find((one) => one.id === id)?.takes_entries ?? false).toBe(takes_entries);
      return takes_entries;
    };
    const { date } = (await page()).competition;
    expect((await links()).status).toBe(404);
    await show(true);
    expect(await isLinked()).toBe(true);
    await open({ is_open: false });
    expect(await isLinked()).toBe(false);
    await open({ closes_on: null });
    setClock(new Date(`${date}T12:00:00.000Z`));
    expect(await isLinked()).toBe(true);
    setClock(new Date(Date.parse(`${date}T12:00:00.000Z`) + 86_400_000));
    expect(await isLinked()).toBe(false);
    await show(false);
  });

  it('refuses a group without a zone, and invalid links', async () => {
    const form = entryForm(club, ['Zoé Un']);
    const [first] = form.riders;
    const refused = await send({ ...form, riders: [{ ...first, category: 'Poussin' }] });
    expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([
      422,
      'group_not_open',
      'riders.0.category',
    ]);
    for (const link of [
      'https://club.test@elsewhere.test/',
      'https://club.test\\@elsewhere.test',
      'https://club.test/\u202etxt',
    ])
      expect((await open({ link })).status).toBe(400);
    const link = await open({ link: 'javascript:alert(1)' });
    expect([link.status, link.body.errors[0].path]).toEqual([400, 'link']);
  });
});

describe('a form (J2, J3)', () => {
  it('counts once its mail is confirmed; the database stores only hashes of links', async () => {
    await open({ limit_in_all: 10 });
    await send(entryForm(club, ['Zoé Un', 'Lou Deux']));
    const mail = await box.take(house, club);
    expect(mail.text).not.toMatch(/Zoé|Lou|Contact/);
    expect((await page()).places).toBe(10);
    const token = /entry\?token=(\S+)/.exec(mail.text)?.[1] ?? '';
    const kept = await house.db.execute(sql`select token_hash from entry_links`);
    expect(JSON.stringify(kept.rows)).not.toContain(token);
    // A mail scanner that opens the link confirms nothing.
    expect((await read(token)).body.is_confirmed).toBe(false);
    expect((await page()).places).toBe(10);

    const confirmed = await confirm(token);
    expect(confirmed).toMatchObject({ is_confirmed: true, riders: [{ first_name: 'Zoé', state: 'pending' }, {}] });
    expect((await page()).places).toBe(8);
    expect(await confirm(token)).toMatchObject({ is_confirmed: true });
  });

  it('is stored once, however often it is sent', async () => {
    const form = entryForm(club, ['Zoé Un']);
    const answers = await Promise.all([send(form), send(form), send(form)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await box.count(house, club)).toBe(1);
    expect((await list()).forms).toHaveLength(1);
    expect(await house.db.select().from(idempotencyKeys)).toEqual([]);
  });

  it('is a new one with a corrected address, even under the same key', async () => {
    const form = entryForm(`mistyped-${club}`, ['Zoé Un']);
    await send(form);
    expect((await send({ ...form, email: club })).status).toBe(201);
    await confirm(await tokenFor());
    expect((await list()).forms.map(({ email }: ListedForm) => email)).toEqual([club, `mistyped-${club}`]);
  });

  it('enters a rider once per address, and marks a rider entered from another address', async () => {
    await enter(['Zoé Un', 'Lou Deux']);
    await enter(['Zoé Un', 'Mia Trois']);
    expect((await entered()).map(({ first_name, state }) => [first_name, state])).toEqual([
      ['Zoé', 'double'],
      ['Mia', 'pending'],
      ['Zoé', 'pending'],
      ['Lou', 'pending'],
    ]);
    await enter(['Lou Deux'], `parent-${club}`);
    const lou = (await entered()).filter(({ first_name }) => first_name === 'Lou');
    expect(lou.map(({ state, is_double }) => [state, is_double])).toEqual([
      ['pending', true],
      ['pending', true],
    ]);
  });

  it('limits the riders to 60 in all, withdrawn ones included', async () => {
    const names = Array.from({ length: 59 }, (_, index) => `Zoé Nom${'abcdefghij'[index % 10]}${index}`);
    const token = await enter(names);
    const add = (name: string) => {
      const riders = entryForm(club, [name]).riders.map((one) => ({ ...one, key: name.slice(0, 3) }));
      return visitor.call(calls.addEntries, { body: { token, riders } });
    };
    expect((await add('Lou Deux')).body.riders).toHaveLength(60);
    expect((await add('Lou Deux')).body.riders).toHaveLength(60);
    const withdrawn = { token, entries: [await idOf('Lou')] };
    await visitor.call(calls.withdrawEntries, { body: withdrawn });
    const refused = await add('Mia Trois');
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'form_full',
      'A form takes at most 60 riders, including withdrawn ones. Send another form for the others.',
    ]);
    expect((await entered()).length).toBe(60);
  });

  it('discards a form filled in by a bot, and answers as usual', async () => {
    const answer = await send(entryForm(club, ['Zoé Un'], { website: 'https://spam.example' }));
    expect([answer.status, answer.body]).toEqual([201, { sends_mail: true, riders: 1 }]);
    expect((await list()).forms).toEqual([]);
    expect(await box.count(house, club)).toBe(0);
  });
});

describe('a flood (J9)', () => {
  it('stops after some forms of one address and client, whatever their content, and leaves other addresses alone', async () => {
    const guarded = await startTestApp((client) => ({ clock, limits: createLimits(client.pool) }), house.databaseUrl);
    const flood = (email: string) =>
      guarded.visitor.call(calls.createEntryForm, { params: { id }, body: entryForm(email, ['Zoé Un']) });
    const answers = [];
    for (let count = 0; count < 7; count += 1) answers.push((await flood(club)).status);
    expect(answers).toEqual([201, 201, 201, 201, 201, 429, 429]);
    expect((await flood(`parent-${club}`)).status).toBe(201);
  });

  it('from one network leaves room for forms from others', async () => {
    const limited = await startTestApp(
      (client) => ({ clock, limits: createLimits(client.pool), trustProxy: 1 }),
      house.databaseUrl,
    );
    const sendFrom = (address: string, index: number, to = id) =>
      limited.visitor.call(calls.createEntryForm, {
        params: { id: to },
        body: entryForm(`${index}-${club}`, ['Zoé Un']),
        headers: { 'x-forwarded-for': address },
      });
    const statuses: number[] = [];
    for (let client = 0; client < 4; client += 1) {
      const forms = Array.from({ length: 25 }, (_, index) => sendFrom(`198.51.100.${client}`, client * 25 + index));
      for (const { status } of await Promise.all(forms)) statuses.push(status);
    }
    expect(statuses).toEqual(Array(100).fill(201));
    expect((await sendFrom('198.51.100.9', 100)).status).toBe(429);
    expect((await list()).forms).toHaveLength(100);
    expect((await sendFrom('203.0.113.1', 101)).status).toBe(201);
    const other = await makeCompetition(house, 0);
    await other.admin.call(calls.updateEntryPage, { params: { id: other.competitionId }, body: entryPage });
    expect((await sendFrom('198.51.100.1', 102, other.competitionId)).status).toBe(201);
  });

  it('of 1,000 unconfirmed forms closes a page for the rest of the day, not until they are erased', async () => {
    const fill = (sentAt: Date) =>
      house.db.execute(sql`insert into entry_forms (competition_id, form_key, email, contact_name, language, sent_at)
        select ${id}, number::text, 'flood@dossard.test', 'Flood', 'fr', ${sentAt.toISOString()}
        from generate_series(1, 1000) as number`);
    await fill(clock());
    const refused = await send(entryForm(club, ['Zoé Un']));
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '3600',
    ]);
    setClock(new Date(clock().getTime() + 24 * 3_600_000));
    expect((await send(entryForm(club, ['Zoé Un']))).status).toBe(201);
  });
});

describe('the waiting list (J4)', () => {
  it('moves up in the order of entry when somebody withdraws, with a mail', async () => {
    await open({ limit_in_all: 2 });
    const token = await enter(['Zoé Un', 'Lou Deux', 'Mia Trois']);
    await enter(['Eva Quatre'], `parent-${club}`);
    expect(await states()).toEqual({ Zoé: 'pending', Lou: 'pending', Mia: 'waiting', Eva: 'waiting' });
    const withdrawn = await visitor.call(calls.withdrawEntries, { body: { token, entries: [await idOf('Zoé')] } });
    expect(withdrawn.body.riders.map((one: LinkedForm['riders'][0]) => one.state)).toEqual([
      'withdrawn',
      'pending',
      'pending',
    ]);
    expect((await states()).Eva).toBe('waiting');
    expect((await box.take(house, club)).text).toContain('Mia Trois');
  });

  it('gives the last place once when two confirm at the same moment', async () => {
    await open({ limit_in_all: 1 });
    const parent = `parent-${club}`;
    await send(entryForm(club, ['Zoé Un']));
    await send(entryForm(parent, ['Lou Deux']));
    await Promise.all([confirm(await tokenFor(club)), confirm(await tokenFor(parent))]);
    expect(Object.values(await states()).sort()).toEqual(['pending', 'waiting']);
  });

  it('counts the listed riders too, and moves up when places are added', async () => {
    await admin.call(createParticipant, { body: rider(id, 1) });
    await open({ limits_of_groups: [{ category: 'U13', gender: 'F', limit: 1 }] });
    await enter(['Zoé Un']);
    expect(await states()).toEqual({ Zoé: 'waiting' });
    await open({ limits_of_groups: [{ category: 'U13', gender: 'F', limit: 2 }] });
    expect(await states()).toEqual({ Zoé: 'pending' });
  });
});

describe('a link (J5)', () => {
  it('shows the riders of its own form, and neither the contact nor any other form', async () => {
    const token = await enter(['Zoé Un']);
    await enter(['Lou Deux'], `parent-${club}`);
    const { body } = await read(token);
    expect(body.riders).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/Lou|Dominique|parent-/);
    expect(JSON.stringify(body)).not.toContain(club);
  });

  it('changes and withdraws riders of its own form only; an invalid link is refused', async () => {
    await enter(['Zoé Un']);
    const other = await enter(['Lou Deux'], `parent-${club}`);
    const zoe = await idOf('Zoé');
    const refused = await visitor.call(calls.withdrawEntries, { body: { token: other, entries: [zoe] } });
    expect([refused.status, refused.body.code]).toEqual([404, 'entry_not_found']);
    const [, ...facts] = Object.entries(entryForm('', ['Zoé Autre']).riders[0] ?? {});
    const body = { token: other, entry: zoe, ...Object.fromEntries(facts) };
    expect((await visitor.call(calls.updateEntry, { body })).status).toBe(404);
    expect((await read('of-no-link')).body.code).toBe('invalid_token');
    expect(await states()).toEqual({ Zoé: 'pending', Lou: 'pending' });
  });

  it('is mailed again only to an address that has forms', async () => {
    await enter(['Zoé Un']);
    for (const email of [club, `unknown-${club}`]) {
      expect((await visitor.call(calls.mailEntryLink, { params: { id }, body: { email } })).status).toBe(204);
    }
    expect((await read(await tokenFor(club))).body.riders).toHaveLength(1);
    expect(await box.count(house, `unknown-${club}`)).toBe(0);
  });

  it('expires with its competition', async () => {
    const token = await enter(['Zoé Un']);
    await admin.call(deleteCompetition, { params: { id } });
    expect((await read(token)).body.code).toBe('invalid_token');
  });
});

describe('decisions (J6)', () => {
  it('are made one by one or for all, with one mail per form', async () => {
    await enter(['Zoé Un', 'Lou Deux', 'Mia Trois']);
    await decide([await idOf('Zoé')]);
    expect((await box.take(house, club)).text).toContain('Zoé Un.');
    await decide([await idOf('Lou'), await idOf('Mia')], 'refused');
    // An organiser can decide again and again, so the next mail comes an hour later (S24).
    expect(await box.count(house, club)).toBe(0);
    setClock(new Date(clock().getTime() + 61 * 60_000));
    expect((await box.take(house, club)).text).toContain('Lou Deux, Mia Trois.');
    expect(await states()).toEqual({ Zoé: 'accepted', Lou: 'refused', Mia: 'refused' });
    await decide([await idOf('Zoé')]);
    expect(await box.count(house, club)).toBe(0);
  });

  it('accept unconfirmed entries by hand, for example without a mail server', async () => {
    await send(entryForm(club, ['Zoé Un']));
    await acceptAll();
    expect(await states()).toEqual({ Zoé: 'accepted' });
    expect((await give()).body.given).toBe(1);
  });

  it('are made again when a rider is changed, who keeps their place in the order', async () => {
    const token = await enter(['Zoé Un', 'Lou Deux']);
    await acceptAll();
    const { key, ...facts } = entryForm('', ['Zoé Changée']).riders[0] ?? {};
    const changed = await visitor.call(calls.updateEntry, { body: { token, entry: await idOf('Zoé'), ...facts } });
    expect(changed.body.riders[0]).toMatchObject({ last_name: 'Changée', state: 'pending' });
  });
});

describe('bibs for entries (B1–B3)', () => {
  it('are previewed before they are given, given once, and undone as one import', async () => {
    await enter(['Zoé Un', 'Lou Deux']);
    await decide([await idOf('Zoé')]);
    const planned = await give({ dry_run: true });
    expect(planned.body).toMatchObject({ given: 1, riders: [{ first_name: 'Zoé', dossard: 100, why: 'block' }] });
    expect(await riders()).toEqual([]);
    const both = await Promise.all([give(), give()]);
    expect(both.map(({ body }) => body.given).sort()).toEqual([0, 1]);
    expect(await riders()).toMatchObject([{ dossard_number: 100, first_name: 'Zoé', club: 'Les Crampons' }]);
    const [latest] = (await admin.call(listHistory, { params: { id } })).body.entries;
    expect(latest).toMatchObject({ action: 'import', subject: { key: 'Entries' } });
    await admin.call(restoreEntry, { params: { id, entry: latest.id } });
    expect((await entered()).find(({ first_name }) => first_name === 'Zoé')).toMatchObject({
      state: 'accepted',
      dossard: null,
    });
    expect((await give()).body.given).toBe(1);
  });

  it('are the same all season for the same licence', async () => {
    const earlier = (await admin.call(createCompetition, { body: { ...competitionInput, date: '2027-04-01' } })).body
      .id;
    const lou = { first_name: 'LOU', last_name: 'Deux', licence: 'fr 12-34' };
    await admin.call(createParticipant, { body: rider(earlier, 77, lou) });
    const form = entryForm(club, ['Zoé Un', 'Lou Deux']);
    form.riders[1] = { ...form.riders[1], licence: 'FR1234' } as never;
    await send(form);
    await confirm(await tokenFor());
    await acceptAll();
    const planned = await give({ keep: true, dry_run: true });
    expect(planned.body.riders.map((one: { dossard: number; why: string }) => [one.dossard, one.why])).toEqual([
      [100, 'block'],
      [77, 'kept'],
    ]);
  });

  it('make an entry final; withdrawing it removes the rider from the list, unless there are runs', async () => {
    const token = await enter(['Zoé Un', 'Lou Deux']);
    await acceptAll();
    await give();
    await admin.call(createRun, { body: runOf(id, zoneId, 101) });
    const { key, ...facts } = entryForm('', ['Zoé Autre']).riders[0] ?? {};
    const body = { token, entry: await idOf('Zoé'), ...facts };
    expect((await visitor.call(calls.updateEntry, { body })).body.code).toBe('entry_fixed');
    const withdraw = async (name: string) =>
      visitor.call(calls.withdrawEntries, { body: { token, entries: [await idOf(name)] } });
    expect((await withdraw('Lou')).body.code).toBe('entry_fixed');
    expect((await withdraw('Zoé')).status).toBe(200);
    expect((await riders()).map((one: { dossard_number: number }) => one.dossard_number)).toEqual([101]);
  });
});
