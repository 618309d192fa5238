import { readFile } from 'node:fs/promises';
import { deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { noOptionalFields } from '@dossard/contract/participants/participant.fields.ts';
import { noStatus } from '@dossard/contract/participants/status.fields.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { describe, expect, it, test } from 'vitest';
import { runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { heading, hugo, openDesk, zoe } from './testing/import.desk.ts';
import { type TypedRow, writeCsv } from './testing/table.files.ts';

const house = await startTestApp();

const readEngages = (name: string) => readFile(new URL(`./testing/${name}`, import.meta.url));

/** Reads everything that an import may change. */
async function snapshot({ list, version, history }: Awaited<ReturnType<typeof openDesk>>) {
  return { riders: await list(), version: await version(), history: await history() };
}

describe('the files of organisers', () => {
  test.each([
    ['engages.csv', 'engages-excel.csv'],
    ['engages-excel.csv', 'engages.xlsx'],
    ['engages.xlsx', 'engages.xls'],
    ['engages.xls', 'engages.csv'],
  ])(
    '%s: its 100 riders are imported once; the same list again, or as %s, changes nothing',
    async (name, otherFormat) => {
      const desk = await openDesk(house);
      const first = await desk.sendFile(await readEngages(name), { name });
      expect([first.status, first.body]).toMatchObject([200, { imported: 100, updated: 0, unchanged: 0, rejected: 0 }]);
      expect(first.body).toMatchObject({
        sheets: [{ riders: 100, read: true, why: null }],
        unread_columns: [],
      });
      // Two of one name and club are told, nothing else.
      const told = first.body.warnings.map((one: { code: string; row: number }) => [one.code, one.row]);
      expect(told).toEqual([7, 12, 27, 37, 45, 63, 64, 73, 77, 82, 89].map((row) => ['same_name_and_club', row]));
      const stored = await snapshot(desk);
      expect(stored.riders).toHaveLength(100);
      expect(stored.riders[0]).toEqual({
        dossard_number: 1,
        category: 'U9',
        gender: 'H',
        first_name: 'Hugo',
        last_name: 'Faÿ',
        ...noOptionalFields,
        ...noStatus,
        club: 'Les Crampons; section jeunes',
        competition_id: desk.competitionId,
        run_count: 0,
        start_position: null,
      });
      for (const other of [name, otherFormat]) {
        const again = await desk.sendFile(await readEngages(other), { name: other });
        expect(again.body).toMatchObject({ imported: 0, updated: 0, unchanged: 100, rejected: 0 });
      }
      expect(await snapshot(desk)).toEqual(stored);
    },
  );

  it('writes one history entry, with the author and the file name', async () => {
    const desk = await openDesk(house);
    await desk.sendRows([zoe, hugo]);
    const imports = (await desk.history()).filter((entry) => entry.action === 'import');
    expect(imports).toMatchObject([
      { actor_id: desk.admin.id, subject: 'participant', subject_key: 'engagés.csv', before: [] },
    ]);
    expect(imports[0]?.after).toMatchObject([{ dossard_number: 12 }, { dossard_number: 13 }]);
  });

  it('may have 5,000 riders', async () => {
    const desk = await openDesk(house);
    const rows = Array.from({ length: 5_000 }, (_, index) => [index + 1, 'Le Gall', 'Zoé', 'F', 'U13', '']);
    expect((await desk.sendRows(rows)).body.imported).toBe(5_000);
    const corrected = rows.map(([dossard, ...others]) => [dossard, ...others.slice(0, 3), 'U15', '']) as TypedRow[];
    expect((await desk.sendRows(corrected)).body.updated).toBe(5_000);
    expect(await desk.list()).toHaveLength(5_000);
  });
});

describe('a corrected file that is imported again', () => {
  it('changes the rider and the ranking, and the history keeps both', async () => {
    const desk = await openDesk(house);
    await desk.sendRows([zoe, hugo]);
    const before = await desk.version();
    const answer = await desk.sendRows([[12, 'LE GALL', 'Zoé', 'Fille', 'u 15', 'Vélo Club Fictif'], hugo]);
    expect(answer.body).toMatchObject({ imported: 0, updated: 1, unchanged: 1, rejected: 0 });
    expect(await desk.version()).toBeGreaterThan(before);
    expect((await desk.list()).at(-1)).toMatchObject({ dossard_number: 12, category: 'U15', last_name: 'LE GALL' });
    const correction = (await desk.history()).at(-1);
    expect(correction?.before).toMatchObject([{ category: 'U13', last_name: 'Le Gall' }]);
    expect(correction?.after).toMatchObject([{ category: 'U15', last_name: 'LE GALL' }]);
  });

  it('never gives a dossard to another rider', async () => {
    const desk = await openDesk(house);
    await desk.sendRows([zoe]);
    const stored = await snapshot(desk);
    const answer = await desk.sendRows([
      [12, 'Faÿ', 'Hugo', 'H', 'U13', ''],
      [14, 'Roy', 'Lou', 'F', 'U13', ''],
    ]);
    expect([answer.status, answer.body.code]).toEqual([422, 'import_rejected']);
    expect(answer.body.errors).toEqual([
      {
        path: 'dossard_number',
        code: 'dossard_taken',
        message: 'Bib number 12 already belongs to Zoé Le Gall.',
        row: 2,
        column: 'Dossard',
      },
    ]);
    expect(await snapshot(desk)).toEqual(stored);
  });

  it('restores a removed rider, whose run numbers continue', async () => {
    const desk = await openDesk(house);
    await desk.sendRows([zoe]);
    const record = () => desk.admin.call(createRun, { body: runOf(desk.competitionId, desk.zoneId, 12) });
    expect((await record()).body.run_number).toBe(1);
    const body = { competition_id: desk.competitionId, dossard_number: 12 };
    expect((await desk.admin.call(deleteParticipant, { body })).status).toBe(204);
    expect((await desk.sendRows([zoe])).body.imported).toBe(1);
    expect((await desk.list())[0].run_count).toBe(0);
    expect((await record()).body.run_number).toBe(2);
  });
});

describe('a file with bad rows', () => {
  const bad: TypedRow[] = [
    ['', 'Roy', 'Lou', 'F', 'U13', ''],
    zoe,
    [15, '', 'Ana', 'X', 'U13', ''],
    [12, 'Faÿ', 'Hugo', 'H', 'U13', ''],
  ];
  const english = [
    [2, 'Dossard', 'required', 'Bib number is required.'],
    [4, 'Nom', 'required', 'Last name is required.'],
    [4, 'Sexe', 'gender_unknown', 'Gender “X” is not recognized: write H or F.'],
    [5, 'Dossard', 'dossard_doubled', 'Bib number 12 is already on row 3.'],
  ];
  const found = (errors: { row: number; column: string; code: string; message: string }[]) =>
    errors.map(({ row, column, code, message }) => [row, column, code, message]);

  test.each([
    ['en', 'Some rows have errors (3). Nothing was saved.', 'Bib number 12 is already on row 3.'],
    ['fr', 'Des lignes contiennent des erreurs (3). Rien n’a été enregistré.', 'Le dossard 12 est déjà à la ligne 3.'],
  ] as const)('is refused as a whole with all its problems, in %s', async (language, message, last) => {
    const desk = await openDesk(house);
    const stored = await snapshot(desk);
    const answer = await desk.sendRows(bad, { language });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([422, 'import_rejected', message]);
    expect(found(answer.body.errors).map((problem) => problem.slice(0, 3))).toEqual(
      english.map((problem) => problem.slice(0, 3)),
    );
    expect(answer.body.errors.at(-1).message).toBe(last);
    expect(await snapshot(desk)).toEqual(stored);
  });

  it('has its good rows stored with mode=partial, and the problems listed', async () => {
    const desk = await openDesk(house);
    const answer = await desk.sendRows(bad, { query: { mode: 'partial' } });
    expect([answer.status, answer.body]).toMatchObject([200, { imported: 1, updated: 0, unchanged: 0 }]);
    expect(found(answer.body.rejected)).toEqual(english);
    expect(await desk.list()).toMatchObject([{ dossard_number: 12, first_name: 'Zoé' }]);
  });

  it('is only previewed with dry_run=true, each row with its rider', async () => {
    const desk = await openDesk(house);
    await desk.sendRows([zoe, hugo]);
    const stored = await snapshot(desk);
    const rows: TypedRow[] = [
      ...[hugo, [12, 'Le Gall', 'Zoé', 'F', 'U15', ''], [14, 'Roy', 'Lou', 'F', 'U13', '']],
      [15, 'Petit', 'Ana', 'X', 'U13', ''],
      [13, 'Petit', 'Ana', 'F', 'U13', ''],
    ];
    const answer = await desk.sendRows(rows, { query: { dry_run: 'true' } });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { imported: 1, updated: 1, unchanged: 1, rejected: 2, errors: [] },
    ]);
    expect(answer.body.rows).toEqual([
      {
        row: 2,
        dossard_number: 13,
        action: 'none',
        last_name: 'Faÿ',
        first_name: 'Hugo',
        category: 'U13',
        gender: 'H',
        ...noOptionalFields,
        club: null,
      },
      {
        row: 3,
        dossard_number: 12,
        action: 'change',
        last_name: 'Le Gall',
        first_name: 'Zoé',
        category: 'U15',
        gender: 'F',
        ...noOptionalFields,
        club: null,
        changes: { category: { from: 'U13', to: 'U15' }, club: { from: 'Vélo Club Fictif', to: null } },
      },
      {
        row: 4,
        dossard_number: 14,
        action: 'add',
        last_name: 'Roy',
        first_name: 'Lou',
        category: 'U13',
        gender: 'F',
        ...noOptionalFields,
        club: null,
      },
      {
        row: 5,
        dossard_number: 15,
        action: 'refuse',
        last_name: 'Petit',
        first_name: 'Ana',
        errors: [
          {
            path: 'gender',
            code: 'gender_unknown',
            message: 'Gender “X” is not recognized: write H or F.',
            row: 5,
            value: 'X',
            column: 'Sexe',
          },
        ],
      },
      expect.objectContaining({ row: 6, dossard_number: 13, action: 'refuse', last_name: 'Petit', first_name: 'Ana' }),
    ]);
    expect(await snapshot(desk)).toEqual(stored);
  });
});

describe('a file that cannot be imported at all', () => {
  const cases: { says: string; rows: TypedRow[]; errors: object[] }[] = [
    {
      says: 'without a column',
      rows: [
        ['Dossard', 'Nom', 'Prénom', 'Catégorie'],
        [12, 'Le Gall', 'Zoé', 'U13'],
      ],
      errors: [{ path: 'gender', code: 'column_missing', message: 'This file has no column for the gender.', row: 1 }],
    },
    {
      says: 'of something else',
      rows: [
        ['rank', 'bib', 'rider', 'nation'],
        ['1', '', 'Nina Reichenbach', 'GER'],
      ],
      errors: ['category', 'last_name', 'first_name', 'gender'].map((path) => ({
        path,
        code: 'column_missing',
        row: 1,
      })),
    },
    {
      says: 'with headings alone',
      rows: [heading],
      errors: [{ path: 'file', code: 'no_rows', message: 'This file contains no participants.' }],
    },
    { says: 'that is empty', rows: [], errors: [{ path: 'file', code: 'no_rows' }] },
  ];
  test.each(cases)('one $says is refused, in any mode, and a dry run reports it too', async ({ rows, errors }) => {
    const desk = await openDesk(house);
    for (const query of [{ dry_run: 'false' }, { mode: 'partial' }] as Record<string, string>[]) {
      const answer = await desk.sendFile(writeCsv(rows), { query });
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'import_rejected', errors }]);
      expect(answer.body.message).toBe('This file cannot be imported as it is. Nothing was saved.');
    }
    const found = await desk.sendFile(writeCsv(rows), { query: { dry_run: 'true' } });
    expect([found.status, found.body]).toMatchObject([200, { imported: 0, rejected: 0, rows: [], errors }]);
    expect(await desk.list()).toEqual([]);
  });

  it('explains that there are too many rows', async () => {
    const desk = await openDesk(house);
    const answer = await desk.sendFile(Buffer.from('1;U13;Le Gall;Zoé;F\n'.repeat(20_001)), { language: 'fr' });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      413,
      'file_too_large',
      expect.stringMatching(/^Ce fichier contient trop de données\s: 20000 lignes au plus\.$/),
    ]);
  });
});
