import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { competitionInput, rider } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { problemsOfReading, readEntries } from './participant.file.ts';
import { readContent } from './sheet.content.ts';
import { openDesk } from './testing/import.desk.ts';
import { openDocument, type TypedRow, writeBook, writeCsv } from './testing/table.files.ts';

/* Lists as federations, clubs and their programs write them: read whole, or what was not read is named. */

const house = await startTestApp();
const heading = ['Dossard', 'Catégorie', 'Nom', 'Prénom', 'Sexe'];
const zoe = [1, 'U13', 'Mirabelle', 'Zoé', 'F'];
const tom = [2, 'U13', 'Quetsche', 'Tom', 'H'];

/** Writes a workbook of named sheets. */
function book(sheets: Record<string, TypedRow[]>, bookType: 'xlsx' | 'xlsb' | 'biff8' | 'ods' = 'xlsx') {
  const all = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(all, utils.aoa_to_sheet(rows as (string | number)[][]), name);
  return { all, bytes: (): Buffer => write(all, { type: 'buffer', bookType }) };
}
const read = async (bytes: Buffer, options = {}, name = 'a.xlsx') => {
  const found = readEntries(await readContent(bytes, name), options);
  return { ...found, problems: problemsOfReading(found) };
};
const utf8 = { separator: ';', lineEnd: '\n', encoding: 'utf-8', quotes: 'needed' } as const;
const readRows = (rows: TypedRow[], options = {}) => read(writeCsv(rows, utf8), options, 'a.csv');

describe('a licence that identifies nobody', () => {
  it.each(['en cours', 'NL', '0', '1,00999E+10'])('%s is kept as text, and told with its cell', async (licence) => {
    const desk = await openDesk(house);
    const rows = [zoe, tom].map((one) => [...one, licence]);
    const answer = await desk.sendFile(writeCsv([[...heading, 'Licence'], ...rows]), { query: { dry_run: 'true' } });
    expect(answer.body).toMatchObject({ imported: 2, rejected: 0 });
    expect(answer.body.warnings).toMatchObject(
      [2, 3].map((row) => ({ row, column: 'Licence', path: 'licence', code: 'licence_placeholder' })),
    );
    await desk.sendFile(writeCsv([[...heading, 'Licence'], ...rows]));
    expect((await desk.list()).map((one: { licence: string }) => one.licence)).toEqual([licence, licence]);
  });

  it('also stands on another name, in the file, the competition or the season', async () => {
    const desk = await openDesk(house);
    const enter = (id: number, dossard: number, licence: string) =>
      desk.admin.call(createParticipant, { body: rider(id, dossard, { first_name: 'Ana', licence }) });
    await enter(desk.competitionId, 50, 'A 50');
    const { id } = (await desk.admin.call(createCompetition, { body: competitionInput })).body;
    await enter(id, 51, 'A 51');
    const licences = ['A 7', 'a7', 'A50', 'A51', 'A52'];
    const rows = licences.map((licence, index) => [
      index + 1,
      'U13',
      `Prunelle${'x'.repeat(index)}`,
      'Lou',
      'F',
      licence,
    ]);
    const { body } = await desk.sendFile(writeCsv([[...heading, 'Licence'], ...rows]), { query: { dry_run: 'true' } });
    expect(body.warnings.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual(
      [2, 3, 4, 5].map((row) => [row, 'licence_shared']),
    );
  });
});

describe('headings of federations', () => {
  test.each([
    ...['UCI ID', 'UCI_ID', 'UCI-ID', 'Code UCI', 'N° UCI', 'Nº UCI', 'Numéro UCI', 'ID UCI', 'Licence FFC', 'LICENCE'],
    ...[
      'N° licence',
      'No. de licence',
      'Numéro de licence',
      'Licence number',
      'License #',
      'Membership #',
      'N° adhérent',
    ],
    ...['Licence UFOLEP', 'N° licencié', 'Licence n°', 'Member ID', '\ufeffLicence\u200b'],
  ])('%s is the licence', async (name) => {
    const { entries, unread } = await readRows([
      [...heading, name],
      [...zoe, '10099900011'],
    ]);
    expect([entries[0]?.licence, unread]).toEqual(['10099900011', []]);
  });

  test.each([
    'Dos.',
    'Dos',
    'N° dos.',
    'Plaque',
    'N° plaque',
    'N° de plaque',
    'Stno',
    'St. No',
    'Start No.',
    'Bib #',
    'Plate',
    'Race No',
  ])('%s is the bib', async (name) =>
    expect((await readRows([[name, ...heading.slice(1)], zoe])).entries[0]?.dossard_number).toBe(1),
  );

  test('a column that was not read is named with its first value', async () => {
    const { unread } = await readRows([
      [...heading, 'Licence', 'UCI ID', 'Né(e) le', 'Vide', ''],
      [...zoe, 'A1', '', '12/05/2015', '', ''],
      [...tom, '', '10099900011', '', '', 'x'],
    ]);
    expect(unread).toEqual([
      { sheet: '', heading: 'UCI ID', example: '10099900011' },
      { sheet: '', heading: 'Né(e) le', example: '12/05/2015' },
      { sheet: '', heading: 'J', example: 'x' },
    ]);
  });

  test('invisible characters are removed from every field', async () => {
    const { entries } = await readRows([heading, zoe.map((cell) => `\u200b${cell}\u200e\ufeff`)]);
    expect(entries).toEqual([
      { row: 2, dossard_number: 1, category: 'U13', last_name: 'Mirabelle', first_name: 'Zoé', gender: 'F' },
    ]);
  });
});

describe('a workbook with several sheets', () => {
  const withoutCategory = ([dossard, , ...others]: TypedRow): TypedRow => [dossard ?? '', ...others];
  const list = [heading, zoe];
  const other = [heading, tom];

  it('gives the riders of all lists; others are named with the reason', async () => {
    const { all, bytes } = book({
      Accueil: [['Coupe de France'], ['Dossards au secrétariat']],
      U11: list,
      Anciens: [heading, [9, 'U15', 'Prunelle', 'Léo', 'H']],
      U13: other,
      Vide: [],
      Clubs: [
        ['Club', 'Ville'],
        ['VC', 'Lyon'],
      ],
    });
    all.Workbook = { Sheets: [0, 0, 1, 0, 0, 0].map((Hidden) => ({ Hidden: Hidden as 0 | 1 })) };
    const { entries, problems, sheets } = await read(bytes());
    expect([entries.map((one) => [one.sheet, one.dossard_number]), problems]).toEqual([
      [
        ['U11', 1],
        ['U13', 2],
      ],
      [],
    ]);
    expect(sheets.map(({ name, riders, read, why }) => [name, riders, read, why?.code])).toEqual([
      ['Accueil', 0, false, 'sheet_without_columns'],
      ['U11', 1, true, undefined],
      ['Anciens', 1, false, 'sheet_hidden'],
      ['U13', 1, true, undefined],
      ['Vide', 0, false, 'sheet_empty'],
      ['Clubs', 0, false, 'sheet_without_columns'],
    ]);
    const chosen = await read(bytes(), { sheets: ['Anciens'] });
    expect(chosen.entries.map((one) => one.dossard_number)).toEqual([9]);
    expect(chosen.sheets.map(({ why }) => why?.code)).toContain('sheet_not_chosen');
  });

  it('has the category, and the gender, in the names of sheets that say no other', async () => {
    const rows = [withoutCategory(heading), withoutCategory(zoe)];
    const boys = [
      ['Dossard', 'Nom', 'Prénom'],
      [2, 'Quetsche', 'Tom'],
    ];
    const poussins = [rows[0] ?? [], [3, 'Prunelle', 'Léo', 'H']];
    const workbook = book({ 'u 11': rows, Poussins: poussins, 'U13 Garçons': boys });
    const all = await read(workbook.bytes());
    expect([all.entries.map(({ category, gender }) => `${category} ${gender}`), all.problems]).toEqual([
      ['U11 F', 'Poussins H', 'U13 H'],
      [],
    ]);
    const chosen = await read(workbook.bytes(), { sheets: ['Poussins'] });
    expect([chosen.entries.map(({ category }) => category), chosen.problems]).toEqual([['Poussins'], []]);
    for (const name of ['Feuil1', 'Engagés'])
      expect((await read(book({ [name]: rows }).bytes())).problems).toMatchObject([
        { code: 'column_missing', path: 'category' },
      ]);
  });

  it('counts a rider once who stands the same on two sheets, and refuses one who differs', async () => {
    const { entries, warnings, problems } = await read(
      book({ Tous: [heading, zoe, tom], U13: [heading, zoe, [2, 'U15', 'Quetsche', 'Tom', 'H']] }).bytes(),
    );
    expect(entries).toHaveLength(2);
    expect(warnings).toMatchObject([{ sheet: 'U13', row: 2, code: 'rider_repeated' }]);
    expect(problems).toMatchObject([
      { sheet: 'U13', row: 3, code: 'dossard_doubled', values: { other_row: '3 (Tous)' } },
    ]);
  });

  it.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)('tells hidden rows and merged cells (%s)', async (bookType) => {
    const sheet = utils.aoa_to_sheet([heading, zoe, [2, '', 'Quetsche', 'Tom', 'H']]);
    sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 2, c: 1 } }];
    sheet['!rows'] = [{}, { hidden: true }];
    const all = utils.book_new(sheet);
    const { entries, warnings, problems } = await read(write(all, { type: 'buffer', bookType }));
    expect([entries.map(({ category }) => category), problems]).toEqual([['U13', 'U13'], []]);
    expect(warnings.filter(({ code }) => code === 'cell_merged')).toMatchObject([{ row: 3, path: 'category' }]);
    // The writer of test files hides rows in xlsx only.
    if (bookType === 'xlsx') expect(warnings.filter(({ code }) => code === 'row_hidden')).toMatchObject([{ row: 2 }]);
  });

  it('tells hidden and filtered rows of an OpenDocument workbook, and leaves out its hidden sheets', async () => {
    const row = (cells: TypedRow, attributes = '') =>
      `<table:table-row ${attributes}>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const table = (name: string, style: string, rows: string) =>
      `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
    const styles = ['true', 'false'].map(
      (shown, index) =>
        `<style:style style:name="ta${index}" style:family="table"><style:table-properties table:display="${shown}"/></style:style>`,
    );
    const leo = [3, 'U13', 'Prunelle', 'Léo', 'H'];
    const listed = [
      row(heading),
      row([], 'table:number-rows-repeated="3" table:visibility="collapse"'),
      row(zoe),
      row(tom, 'table:visibility="filter"'),
      row(leo),
    ];
    const bytes = openDocument(
      `<office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${table('Anciens', 'ta1', row(heading) + row([9, 'U13', 'Cerise', 'Ana', 'F']))}${table('U13', 'ta0', listed.join(''))}</office:spreadsheet></office:body>`,
    );
    const { entries, warnings, problems, sheets } = await read(bytes, {}, 'a.ods');
    expect([entries.map((one) => one.dossard_number), problems]).toEqual([[1, 2, 3], []]);
    expect(warnings.filter(({ code }) => code === 'row_hidden')).toMatchObject([{ row: 6 }]);
    expect(sheets.map(({ name, read, why }) => [name, read, why?.code])).toEqual([
      ['Anciens', false, 'sheet_hidden'],
      ['U13', true, undefined],
    ]);
  });

  it('refuses a formula whose result is not stored', async () => {
    const sheet = utils.aoa_to_sheet([heading, zoe]);
    sheet.B2 = { t: 'z', f: '"U"&13' };
    const { problems } = await read(write(utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx' }));
    expect(problems).toMatchObject([{ row: 2, path: 'category', code: 'formula_without_value' }]);
  });
});

describe('files of other programs', () => {
  const cells = (row: TypedRow, tag: string) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const page = `<html><body><table>${cells(heading, 'th')}${cells([...zoe.slice(0, 1), 'U13', ...zoe.slice(2)], 'td')}</table></body></html>`;
  const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="U13"><Table>${[
    heading,
    zoe,
  ]
    .map((row) => `<Row>${row.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`)
    .join('')}</Table></Worksheet></Workbook>`;
  it.each([
    ['a web page named xls', Buffer.from(page)],
    ['a web page in windows-1252', Buffer.from(page, 'latin1')],
    ['XML of 2003', Buffer.from(xml)],
    ['OpenDocument', book({ U13: [heading, zoe] }, 'ods').bytes()],
    ['a binary workbook', book({ U13: [heading, zoe] }, 'xlsb').bytes()],
  ])('%s is read', async (_, bytes) => {
    const { entries, problems } = await read(bytes, {}, 'export.xls');
    expect([entries, problems]).toMatchObject([[{ dossard_number: 1, last_name: 'Mirabelle', first_name: 'Zoé' }], []]);
  });

  it.each([
    ['a web page without a table', Buffer.from('<html><p>Connexion</p></html>'), /web page: open it/],
    ['Numbers', Buffer.concat([writeBook('xlsx', [['a']]), Buffer.from('Index/Document.iwa')]), /Numbers, choose File/],
  ])('%s is refused with how to save it', async (_, bytes, message) => {
    const desk = await openDesk(house);
    const answer = await desk.sendFile(bytes, { name: 'a.xls' });
    expect([answer.status, answer.body.message]).toEqual([415, expect.stringMatching(message)]);
  });

  it.each(['11-déc', '09-oct', '9-Oct', '11-Dec-26', 'déc-11', '11/12/2026', '2026-12-11', '9/10/26', '46367'])(
    '%s is a category that became a date; a person says what it was',
    async (category) => {
      const rows = [heading, [1, category, 'Mirabelle', 'Zoé', 'F']];
      expect((await readRows(rows)).problems).toMatchObject([{ row: 2, code: 'category_is_date' }]);
      const options = { values: { category: { [category]: '11-12' } } };
      expect((await readRows(rows, options)).entries[0]?.category).toBe('11-12');
    },
  );
});

describe('what a person says about a file', () => {
  const send = async (rows: TypedRow[], options: object) => {
    const desk = await openDesk(house);
    return desk.sendFile(writeCsv(rows), { query: { dry_run: 'true' }, options });
  };

  it('is what its words mean', async () => {
    const rows = [heading, [1, 'U13', 'Mirabelle', 'Zoé', 2], [2, 'U13', 'Quetsche', 'Tom', 1]];
    const refused = (await send(rows, {})).body;
    expect(refused.rows.map((row: { errors: { value: string }[] }) => row.errors[0]?.value)).toEqual(['2', '1']);
    const { body } = await send(rows, { values: { gender: { 1: 'H', 2: 'F' } } });
    expect(body.rows.map((row: { gender: string }) => row.gender)).toEqual(['F', 'H']);
  });

  it.each([
    ['as written', 'u 13', 'u 13'],
    ['as shown', 'u 13', 'U13'],
  ])('is what a category means, %s; a meaning is not explained again', async (_, cell, word) => {
    const rows = [heading, [1, cell, 'Mirabelle', 'Zoé', 'F'], [2, 'Élite', 'Quetsche', 'Tom', 'H']];
    const { body } = await send(rows, { values: { category: { [word]: 'Élite', Élite: 'Open' } } });
    expect(body.rows.map((row: { category: string }) => row.category)).toEqual(['Élite', 'Open']);
  });

  it('is what the category of a date of birth means', async () => {
    const rows = [
      ['Plaque', 'Né le', 'Nom', 'Prénom', 'Sexe'],
      [1, '12/05/2015', 'Mirabelle', 'Zoé', 'F'],
    ];
    const columns = { Plaque: 'dossard_number', 'Né le': 'birth_date' };
    const { body } = await send(rows, { columns, values: { category: { U13: 'Benjamin' } } });
    expect(body.rows).toMatchObject([{ category: 'Benjamin' }]);
  });

  it.each([
    ['is left out', {}, 'Open', ['Né(e) le']],
    ['does not replace it', { 'Né(e) le': 'birth_date' }, 'Open', []],
    ['gives it where that is left out', { 'Né(e) le': 'birth_date', Catégorie: null }, 'U13', ['Catégorie']],
  ])('a date of birth beside a category %s', async (_, columns, category, unread) => {
    const rows = [
      ['Plaque', 'Nom', 'Prénom', 'Sexe', 'Né(e) le', 'Catégorie'],
      [1, 'Mirabelle', 'Zoé', 'F', '12/05/2015', 'Open'],
    ];
    const { body } = await send(rows, { columns: { Plaque: 'dossard_number', ...columns } });
    expect(body.rows).toMatchObject([{ category }]);
    expect(body.unread_columns.map(({ heading }: { heading: string }) => heading)).toEqual(unread);
  });

  it('gives the category where that of a row is empty', async () => {
    const rows = [
      ['Plaque', 'Nom', 'Prénom', 'Sexe', 'Né(e) le', 'Catégorie'],
      [1, 'Mirabelle', 'Zoé', 'F', '12/05/2015', 'Open'],
      [2, 'Prunelle', 'Lina', 'F', '12/05/2015', ''],
    ];
    const columns = { Plaque: 'dossard_number', 'Né(e) le': 'birth_date' };
    const { body } = await send(rows, { columns });
    expect(body.rows).toMatchObject([{ category: 'Open' }, { category: 'U13' }]);
  });

  it('is what its columns are: any field, both names in one, the date of birth, or nothing', async () => {
    const rows = [
      ['Platte', 'Geboren', 'Wer', 'S.', 'Club'],
      [1, '12/05/2015', 'LE GALL Zoé', 'F', 'VC'],
      [2, '2011-01-31', 'Quetsche, Tom', 'H', 'VC'],
      [3, '1.2.17', 'Anne Prune', 'F', 'VC'],
      [4, '1980', 'Jean Paul Prune', 'H', 'VC'],
    ];
    const columns = { Platte: 'dossard_number', Geboren: 'birth_date', Wer: 'full_name', 'S.': 'gender', Club: null };
    const { body } = await send(rows, { columns });
    expect(
      body.rows.map((row: Record<string, unknown>) => [row.category, row.last_name, row.first_name, row.club]),
    ).toEqual([
      ['U13', 'LE GALL', 'Zoé', null],
      ['U17', 'Quetsche', 'Tom', null],
      ['U11', 'Anne', 'Prune', null],
      [undefined, 'Jean Paul Prune', '', undefined],
    ]);
    expect(body.rows[3].errors.map(({ code }: { code: string }) => code)).toEqual([
      'name_not_split',
      'no_category_of_age',
    ]);
    expect(body.read_columns).toContainEqual({ sheet: '', heading: 'Wer', field: 'full_name' });
    const turned = await send(rows.slice(0, 4), { columns: { ...columns, Wer: 'first_last_name' } });
    expect(turned.body.rows.map((row: Record<string, unknown>) => [row.last_name, row.first_name])).toEqual([
      ['LE GALL', 'Zoé'],
      ['Quetsche', 'Tom'],
      ['Prune', 'Anne'],
    ]);
    expect(body.unread_columns).toEqual([{ sheet: '', heading: 'Club', example: 'VC' }]);
  });

  it.each([
    ['no JSON', '{"columns"', 400],
    ['an unknown field', { columns: { Nom: 'colour' } }, 400],
    ['nothing', {}, 200],
  ])('%s: %s', async (_, options, status) => {
    const desk = await openDesk(house);
    const bytes = writeCsv([heading, zoe]);
    expect((await desk.sendFile(bytes, { query: { dry_run: 'true' }, options })).status).toBe(status);
  });
});

it('every rider of any workbook is imported, refused or named, and stored as previewed', async () => {
  const cell = fc.constantFrom('', 'U13', 'U11', 'Mirabelle', 'Zoé', 'F', 'H', 'x', '11-déc', 'en cours');
  const row = fc.tuple(fc.integer({ min: 0, max: 9 }), cell, cell, cell, cell, cell);
  const sheets = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(sheets, async (all) => {
      const desk = await openDesk(house);
      const names = ['U9', 'Engagés', 'Filles'];
      const bytes = book(
        Object.fromEntries(all.map((rows, at) => [names[at], [[...heading, 'Licence'], ...rows]])),
      ).bytes();
      const preview = (await desk.sendFile(bytes, { name: 'a.xlsx', query: { dry_run: 'true' } })).body;
      const named = new Set(
        preview.warnings.flatMap((one: { code: string; sheet: string; row: number }) =>
          one.code === 'rider_repeated' ? [`${one.sheet} ${one.row}`] : [],
        ),
      );
      const told = new Set(preview.rows.map((one: { sheet: string; row: number }) => `${one.sheet} ${one.row}`));
      expect(told.size + named.size).toBe(all.flat().length);
      await desk.sendFile(bytes, { name: 'a.xlsx', query: { mode: 'partial' } });
      const shape = (one: Record<string, unknown>) =>
        ['dossard_number', 'category', 'last_name', 'first_name', 'gender', 'licence']
          .map((field) => one[field])
          .join('|');
      const planned = preview.rows.filter((one: { action: string }) => one.action === 'add').map(shape);
      expect((await desk.list()).map(shape).sort()).toEqual(planned.sort());
    }),
    { numRuns: 15 },
  );
}, 120_000);
