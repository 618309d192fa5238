import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { createParticipant, updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { createRun, createUnresolvedRun, listAllRuns } from '@dossard/contract/runs/run.endpoints.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { competitionInput, rider, runOf, unresolvedRunOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { openDesk } from './testing/import.desk.ts';
import { type TypedRow, writeCsv } from './testing/table.files.ts';

/* Rows whose rider is on the list under another bib, or has none: a person decides, and what is previewed is stored. */

const house = await startTestApp();
const heading = ['Dossard', 'Nom', 'Prénom', 'Sexe', 'Catégorie', 'Club', 'Licence'];
const lea = ['Prune', 'Léa', 'F', 'U13', 'VC', 'A 1001'];
const zoe = ['Prune', 'Zoé', 'F', 'U13', 'VC', 'A 1002'];
const tom = ['Quetsche', 'Tom', 'H', 'U11', 'VC', ''];

type Desk = Awaited<ReturnType<typeof openDesk>>;
interface Row {
  row: number;
  run_count?: number;
  last_name: string;
  dossard_number: number;
  action: string;
  first_name: string;
  choices?: string[];
  choice?: string;
  errors?: { code: string; message: string }[];
  changes?: Record<string, { from: string; to: string }>;
}

/** Opens a competition with riders, and previews and imports files into it. */
async function open(stored: TypedRow[]) {
  const desk = await openDesk(house);
  const send = (rows: TypedRow[], options: object = {}, query = {}, first = heading) =>
    desk.sendFile(writeCsv([first, ...rows]), { options, query });
  if (stored.length > 0) expect((await send(stored)).body).toMatchObject({ imported: stored.length, rejected: 0 });
  const preview = async (rows: TypedRow[], options = {}, first = heading): Promise<Row[]> =>
    (await send(rows, options, { dry_run: 'true' }, first)).body.rows;
  return { ...desk, send, preview };
}
const names = async (desk: Desk) =>
  Object.fromEntries(
    (await desk.list()).map((one: { dossard_number: number; first_name: string }) => [
      one.dossard_number,
      one.first_name,
    ]),
  );
const shape = (one: object) => {
  const { dossard_number, last_name, first_name, club, licence } = one as Row & Record<string, unknown>;
  return [dossard_number, last_name, first_name, club ?? '', licence ?? ''];
};
const choose = (...actions: (string | null)[]) => ({
  choices: actions.flatMap((action, at) => (action ? [{ row: at + 2, action }] : [])),
});

describe('a rider who is on the list under another bib', () => {
  test.each<{
    says: string;
    stored: TypedRow[];
    row: TypedRow;
    choices?: string[];
    code?: string;
    action?: string;
    warning?: string;
  }>([
    {
      says: 'by the licence, in another club',
      stored: [[1, ...lea]],
      row: [7, 'PRUNE', 'Lea', 'F', 'U15', 'TC', 'a1001'],
      choices: ['move', 'both', 'skip'],
      action: 'add',
      warning: 'bib_moved',
    },
    {
      says: 'by name, club and group',
      stored: [[1, ...tom]],
      row: [7, ...tom],
      choices: ['move', 'both', 'skip'],
      action: 'add',
      warning: 'bib_moved',
    },
    {
      says: 'with a licence that is a placeholder',
      stored: [[1, ...tom.slice(0, 5), 'en cours']],
      row: [7, ...tom.slice(0, 5), 'B 5678'],
      choices: ['move', 'both', 'skip'],
      action: 'add',
      warning: 'bib_moved',
    },
    {
      says: 'with two licences is another rider',
      stored: [[1, ...lea]],
      row: [7, ...lea.slice(0, 5), 'B 5678'],
      action: 'add',
    },
    {
      says: 'in another club without a licence is another rider',
      stored: [[1, ...tom]],
      row: [7, ...tom.slice(0, 4), 'TC', ''],
      action: 'add',
    },
    {
      says: 'in another category without a licence is another rider',
      stored: [[1, ...tom]],
      row: [7, 'Quetsche', 'Tom', 'H', 'U13', 'VC', ''],
      action: 'add',
    },
    {
      says: 'under a placeholder and another name is another rider',
      stored: [[1, ...lea.slice(0, 5), 'en cours']],
      row: [7, ...tom.slice(0, 5), 'en cours'],
      action: 'add',
    },
    {
      says: 'under a licence that two names share is another rider',
      stored: [[1, ...lea]],
      row: [7, 'Cerise', 'Lou', 'F', 'U13', 'VC', 'A 1001'],
      action: 'add',
    },
    {
      says: 'under the bib of another rider',
      stored: [
        [1, ...lea],
        [7, ...tom],
      ],
      row: [7, ...lea],
      choices: ['move', 'both', 'skip'],
      code: 'dossard_taken',
    },
    {
      says: 'under the bib of a sister, whom the row does not rename',
      stored: [
        [1, ...lea.slice(0, 5), ''],
        [7, ...zoe.slice(0, 5), ''],
      ],
      row: [7, ...lea.slice(0, 5), ''],
      choices: ['move', 'both', 'skip'],
      code: 'dossard_taken',
    },
  ])('$says', async ({ stored, row, choices, code, action = 'refuse', warning }) => {
    const desk = await open(stored);
    const before = await desk.list();
    const { rows, warnings } = (await desk.send([row], {}, { dry_run: 'true' })).body;
    const told = warnings.find((one: { code: string }) => one.code === 'bib_moved');
    expect([rows[0].action, rows[0].choices, rows[0].errors?.[0]?.code, told?.code]).toEqual([
      ...[action, choices, code, warning],
    ]);
    if (told) expect(told.message).toMatch(/already has number 1/);
    expect((await desk.send([row])).status).toBe(action === 'add' ? 200 : 422);
    expect((await desk.list()).length).toBe(before.length + (action === 'add' ? 1 : 0));
  });

  it.each([
    ['move', { 7: 'Léa' }, 'change'],
    ['both', { 1: 'Léa', 7: 'Léa' }, 'add'],
    ['skip', { 1: 'Léa' }, 'none'],
  ])('is stored as previewed by the choice %s', async (choice, after, action) => {
    const desk = await open([[1, ...lea]]);
    const [planned] = await desk.preview([[7, ...lea]], choose(choice));
    expect(planned).toMatchObject({ action, choice, choices: ['move', 'both', 'skip'] });
    if (choice === 'move') expect(planned?.changes).toEqual({ dossard_number: { from: '1', to: '7' } });
    expect((await desk.send([[7, ...lea]], choose(choice))).status).toBe(200);
    expect(await names(desk)).toEqual(after);
    // The same file again, without a choice, has nothing to ask unless the row was left out.
    const [again] = await desk.preview([[7, ...lea]]);
    expect(again?.action).toBe(choice === 'skip' ? 'add' : 'none');
  });

  it('moves with runs, status and submissions, as one entry of the history that can be undone', async () => {
    const desk = await open([[1, ...lea]]);
    const params = { id: desk.competitionId };
    const sent = runOf(desk.competitionId, desk.zoneId, 1);
    await desk.admin.call(createRun, { body: sent });
    await desk.admin.call(createRun, { body: runOf(desk.competitionId, desk.zoneId, 1) });
    await desk.admin.call(updateStatus, { body: { competition_id: params.id, dossard_number: 1, status: 'dnf' } });
    const runsOf = async () =>
      (await desk.admin.call(listAllRuns, { params })).body.runs
        .map((run: { dossard: number; run_number: number }) => `${run.dossard}/${run.run_number}`)
        .sort();
    expect(await runsOf()).toEqual(['1/1', '1/2']);
    await desk.send([[7, ...lea]], choose('move'));
    expect(await runsOf()).toEqual(['7/1', '7/2']);
    expect(await desk.list()).toMatchObject([{ dossard_number: 7, status: 'dnf', run_count: 2 }]);
    // A phone that sends the run again is answered with the moved one.
    const again = await desk.admin.call(createRun, { body: sent });
    expect([again.status, again.body]).toMatchObject([200, { dossard: 7, run_number: 1 }]);
    const { entries } = (await desk.admin.call(listHistory, { params })).body;
    expect(entries[0]).toMatchObject({ action: 'import', restorable: true });
    const undone = await desk.admin.call(restoreEntry, { params: { ...params, entry: entries[0].id } });
    expect([undone.status, undone.body.code]).toEqual([200, undefined]);
    expect(await runsOf()).toEqual(['1/1', '1/2']);
    expect(await desk.list()).toMatchObject([{ dossard_number: 1, status: 'dnf', run_count: 2 }]);
    expect((await desk.admin.call(createRun, { body: sent })).body).toMatchObject({ dossard: 1, run_number: 1 });
  });

  it('is erased under the former bib too, unlike the rider who has that bib now', async () => {
    const desk = await open([[1, ...lea]]);
    const params = { id: desk.competitionId, dossard: 7 };
    await desk.send(
      [
        [7, ...lea],
        [1, ...zoe],
      ],
      choose('move'),
    );
    const own = (await desk.admin.call(getPersonalData, { params })).body;
    expect(own.history.map((one: { action: string }) => one.action)).toEqual(['import', 'import']);
    expect((await desk.admin.call(erasePersonalData, { params })).status).toBe(204);
    const kept = JSON.stringify(await desk.history());
    expect([kept.includes('Léa'), kept.includes('Zoé')]).toEqual([false, true]);
  });

  it('exchanges bibs with another one, each with their runs, or takes a bib that becomes free', async () => {
    const desk = await open([
      [1, ...lea],
      [7, ...zoe],
    ]);
    for (const dossard of [1, 1, 7])
      await desk.admin.call(createRun, { body: runOf(desk.competitionId, desk.zoneId, dossard) });
    const swapped = [
      [7, ...lea],
      [1, ...zoe],
    ];
    expect((await desk.preview(swapped)).map(({ errors }) => errors?.[0]?.code)).toEqual(['bib_moved', 'bib_moved']);
    expect((await desk.preview(swapped, choose('move'))).map(({ errors }) => errors?.[0]?.code)).toEqual([
      'dossard_taken',
      'bib_moved',
    ]);
    await desk.send(swapped, choose('move', 'move'));
    expect(await desk.list()).toMatchObject([
      { dossard_number: 1, first_name: 'Zoé', run_count: 1 },
      { dossard_number: 7, first_name: 'Léa', run_count: 2 },
    ]);
    const freed = [
      [8, ...zoe],
      [1, ...tom],
    ];
    expect((await desk.preview(freed))[1]?.errors?.[0]?.code).toBe('dossard_taken');
    expect((await desk.send(freed, choose('move'))).body).toMatchObject({ imported: 1, updated: 1 });
    expect(await names(desk)).toEqual({ 1: 'Tom', 7: 'Léa', 8: 'Zoé' });
  });
});

describe('one bib, and two licences', () => {
  const other = [1, ...lea.slice(0, 5), 'B 5678'];
  it.each([
    [null, 'refuse', { 1: 'Léa' }],
    ['correct', 'change', { 1: 'Léa' }],
    ['both', 'add', { 1: 'Léa', 2: 'Léa' }],
    ['skip', 'none', { 1: 'Léa' }],
  ])('of one name: the choice %s', async (choice, action, after) => {
    const desk = await open([[1, ...lea]]);
    const [planned] = await desk.preview([other], choose(choice));
    expect(planned).toMatchObject({ action, choices: ['correct', 'both', 'skip'] });
    if (!choice) expect(planned?.errors?.[0]?.code).toBe('licence_differs');
    await desk.send([other], choose(choice));
    expect(await names(desk)).toEqual(after);
    const [first] = await desk.list();
    expect(first.licence).toBe(choice === 'correct' ? 'B 5678' : 'A 1001');
  });

  it('of two names is refused with both names', async () => {
    const desk = await open([[1, ...lea]]);
    const [planned] = await desk.preview([[1, ...zoe]]);
    expect(planned).toMatchObject({ action: 'refuse' });
    expect(planned?.choices).toBeUndefined();
    expect(planned?.errors?.[0]?.message).toMatch(/Léa Prune.*Zoé Prune/);
  });

  it.each(['', 'en cours', '0'])('the licence “%s” speaks against nothing', async (licence) => {
    const desk = await open([[1, ...lea.slice(0, 5), licence]]);
    expect(await desk.preview([[1, ...lea]])).toMatchObject([{ action: 'change' }]);
  });
});

describe('a list without bibs', () => {
  const bibless = heading.slice(1);
  const give = (first: number, by = 'order', keep_season = false) => ({ bibs: { first, by, keep_season } });

  it('is refused until bibs are to be given', async () => {
    const desk = await open([]);
    const { body } = await desk.send([lea], {}, { dry_run: 'true' }, bibless);
    expect(body.errors).toMatchObject([{ path: 'dossard_number', code: 'column_missing' }]);
  });

  it.each([
    ['order', { 10: 'Léa', 11: 'Tom', 13: 'Zoé' }],
    ['group', { 10: 'Tom', 11: 'Léa', 13: 'Zoé' }],
  ])('gets bibs by %s, never one in use or of a run that waits, as previewed', async (by, after) => {
    const desk = await open([[9, 'Cerise', 'Lou', 'F', 'U9', '', '']]);
    const waiting = unresolvedRunOf(desk.competitionId, desk.zoneId, 12);
    const sent = await desk.admin.call(createUnresolvedRun, { params: { id: desk.competitionId }, body: waiting });
    expect(sent.status).toBe(201);
    const preview = await desk.preview([lea, tom, zoe], give(9, by), bibless);
    expect(Object.fromEntries(preview.map((one) => [one.dossard_number, one.first_name]))).toEqual(after);
    await desk.send([lea, tom, zoe], give(9, by), {}, bibless);
    expect(await names(desk)).toEqual({ 9: 'Lou', ...after });
    // The list again finds its riders, and gives no second bib.
    expect((await desk.send([lea, tom, zoe], give(9, by), {}, bibless)).body).toMatchObject({ unchanged: 3 });
  });

  it('with some bibs keeps those, also of refused rows', async () => {
    const desk = await open([]);
    const rows = [
      ['', ...lea],
      [1, ...tom],
      [2, 'Cerise', 'Lou', 'X', 'U9', '', ''],
      ['', ...zoe],
      ['x', ...zoe],
    ];
    const preview = await desk.preview(rows, give(1));
    expect(preview.map((one) => [one.dossard_number, one.action])).toEqual([
      [3, 'add'],
      [1, 'add'],
      [2, 'refuse'],
      [4, 'add'],
      [null, 'refuse'],
    ]);
  });

  it('keeps the bibs of the season, and says which is taken', async () => {
    const desk = await openDesk(house);
    const { id } = (await desk.admin.call(createCompetition, { body: competitionInput })).body;
    const enter = (dossard: number, first_name: string, licence: string) =>
      desk.admin.call(createParticipant, { body: rider(id, dossard, { first_name, last_name: 'Prune', licence }) });
    await enter(41, 'Léa', 'A 1001');
    await enter(42, 'Zoé', 'A 1002');
    await desk.admin.call(createParticipant, { body: rider(desk.competitionId, 42, { last_name: 'Autre' }) });
    const answer = await desk.sendFile(writeCsv([bibless, lea, zoe, tom]), {
      options: give(1, 'order', true),
      query: { dry_run: 'true' },
    });
    expect(answer.body.rows.map((one: Row) => one.dossard_number)).toEqual([41, 1, 2]);
    expect(answer.body.warnings).toMatchObject([{ row: 3, code: 'bib_of_season_taken' }]);
  });

  it('asks nothing about a rider who is on the list, whom a person may call another one', async () => {
    const desk = await open([[5, ...tom]]);
    expect(await desk.preview([tom], give(1), bibless)).toMatchObject([{ dossard_number: 5, action: 'none' }]);
    expect(await desk.preview([tom], { ...give(1), ...choose('both') }, bibless)).toMatchObject([
      { dossard_number: 1, action: 'add' },
    ]);
  });
});

it.each([
  ['one club', 'VC', [2, 3]],
  ['no club', '', [2, 3]],
  ['two clubs', 'TC', []],
])('two of one name, and %s, in one file are told', async (_, club, rows) => {
  const desk = await open([]);
  const of = (dossard: number, name: string) => [
    dossard,
    'Quetsche',
    'Tom',
    'H',
    dossard === 1 ? 'U11' : 'U13',
    name,
    '',
  ];
  const { body } = await desk.send([of(1, club && 'VC'), of(2, club)], {}, { dry_run: 'true' });
  expect(body.warnings.map(({ row, code }: Row & { code: string }) => [row, code])).toEqual(
    rows.map((row) => [row, 'same_name_and_club']),
  );
});

it('no import joins two names, loses a row, or stores anything else than it previewed', async () => {
  const name = fc.constantFrom('Prune', 'Quetsche', 'Cerise');
  const licence = fc.constantFrom('', 'en cours', 'A 1001', 'A 1002', 'A 1003');
  const club = fc.constantFrom('', 'VC');
  const someone = fc.tuple(name, fc.constantFrom('Léa', 'Zoé'), fc.constant('F'), fc.constant('U13'), club, licence);
  const list = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), someone), {
    selector: ([bib]) => bib,
    maxLength: 6,
  });
  const actions = fc.array(fc.constantFrom('move', 'both', 'skip', 'correct', null), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(list, list, actions, fc.boolean(), async (stored, file, chosen, givesBibs) => {
      const desk = await openDesk(house);
      const rowsOf = (riders: typeof list extends fc.Arbitrary<infer Rows> ? Rows : never) =>
        riders.map(([bib, facts]) => [bib, ...facts]);
      await desk.sendFile(writeCsv([heading, ...rowsOf(stored)]), { query: { mode: 'partial' } });
      const before = await desk.list();
      for (const { dossard_number } of before)
        await desk.admin.call(createRun, { body: runOf(desk.competitionId, desk.zoneId, dossard_number) });
      const rows = rowsOf(file).map((row, at) => (givesBibs && at % 2 ? ['', ...row.slice(1)] : row));
      const options = {
        ...choose(...chosen),
        ...(givesBibs && { bibs: { first: 1, by: 'order', keep_season: false } }),
      };
      const bytes = writeCsv([heading, ...rows]);
      const preview = (await desk.sendFile(bytes, { options, query: { dry_run: 'true' } })).body;
      expect(preview.rows).toHaveLength(rows.length);
      expect(preview.imported + preview.updated + preview.unchanged + preview.rejected).toBe(rows.length);
      await desk.sendFile(bytes, { options, query: { mode: 'partial' } });
      const expected = new Map<number, unknown[]>(before.map((one: Row) => [one.dossard_number, [...shape(one), 1]]));
      const going = preview.rows.filter(({ action }: Row) => action === 'add' || action === 'change');
      const fromOf = ({ dossard_number, changes }: Row) => Number(changes?.dossard_number?.from ?? dossard_number);
      for (const one of going) if (one.action === 'change') expected.delete(fromOf(one));
      for (const one of going) {
        expected.set(one.dossard_number, [...shape(one), one.action === 'change' ? 1 : 0]);
        if (one.action === 'add') continue;
        const former = before.find((rider: Row) => rider.dossard_number === fromOf(one));
        // A change, which the preview shows, keeps a name; a move keeps both.
        const kept = [former.last_name === one.last_name, former.first_name === one.first_name].filter(Boolean).length;
        expect(kept).toBeGreaterThanOrEqual(fromOf(one) === one.dossard_number ? 1 : 2);
      }
      const listed = (await desk.list()).map((one: Row) => [...shape(one), one.run_count]);
      expect(listed.sort()).toEqual([...expected.values()].sort());
    }),
    { numRuns: 30 },
  );
}, 120_000);
