import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { problemsOfReading, readEntries } from './participant.file.ts';
import { readContent } from './sheet.content.ts';
import type { TypedRow } from './testing/table.files.ts';

/* The shapes of lists that clubs and federations send: every rider is read, and what was not read is named. */

const heading: TypedRow = ['Dossard', 'Catégorie', 'Nom', 'Prénom', 'Sexe'];
const zoe: TypedRow = [1, 'U13', 'Mirabelle', 'Zoé', 'F'];
const tom: TypedRow = [2, 'U15', 'Quetsche', 'Tom', 'H'];
const both = ['1 U13 F Zoé Mirabelle', '2 U15 H Tom Quetsche'];
const named = (sheet: TypedRow[]): TypedRow[] => sheet.map((row) => row.filter((_, column) => column !== 1));

/** Reads a file as the import does, and writes each rider in a line, and what was not read. */
async function readFile(bytes: Buffer, name: string, options = {}) {
  const read = readEntries(await readContent(bytes, name), options);
  const { entries, sheets, unread } = read;
  return {
    riders: entries.map((one) =>
      [one.dossard_number, one.category, one.gender, one.first_name, one.last_name].join(' '),
    ),
    problems: problemsOfReading(read).map(({ code, row }) => (row === undefined ? code : `${code} ${row}`)),
    unread: [
      ...sheets.filter(({ read }) => !read).map(({ name: sheet }) => sheet),
      ...unread.map((one) => one.heading),
    ],
  };
}

function workbook(sheets: Record<string, TypedRow[]>): Buffer {
  const all = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(all, utils.aoa_to_sheet(rows as (string | number)[][]), name);
  return write(all, { type: 'buffer', bookType: 'xlsx' });
}

test.each<[string, Record<string, TypedRow[]>, string[], string[]?]>([
  ['a sheet per category', { U13: named([heading, zoe]), U15: named([heading, tom]) }, both],
  [
    'the same behind a cover',
    { Coupe: [['Coupe du club']], U13: [heading, zoe], U15: [heading, tom] },
    both,
    ['Coupe'],
  ],
  [
    'a summary of figures in front',
    {
      Bilan: [
        ['Catégorie', 'Engagés', 'Présents'],
        ['U13', 1, 1],
        ['U15', 1, 0],
      ],
      Liste: [heading, zoe, tom],
    },
    both,
    ['Bilan'],
  ],
  [
    'columns in another order on each sheet, with titles',
    {
      Matin: [['Départs du matin'], [], heading, zoe],
      Soir: [['Départs du soir'], [...heading].reverse(), [...tom].reverse()],
    },
    both,
  ],
  [
    'a sheet per category and gender',
    { 'U13 F': [heading.slice(0, 4), zoe.slice(0, 4)], 'U15 H': [heading, tom] },
    both,
  ],
  [
    'a sheet per club',
    { 'VC Vallée': [heading, zoe], 'Trial Club du Lac': [heading, tom], 'Sans engagé': [heading] },
    both,
    ['Sans engagé'],
  ],
  [
    'a list and a table of clubs with telephone numbers',
    {
      Engagés: [heading, zoe, tom],
      Clubs: [
        ['Club', 'Tél.'],
        ['VC', '01'],
      ],
    },
    both,
    ['Clubs'],
  ],
  ['empty columns between', { Liste: [heading, zoe, tom].map((row) => row.flatMap((cell) => [cell, ''])) }, both],
])('a workbook with %s', async (_, sheets, riders, unread = []) => {
  expect(await readFile(workbook(sheets), 'a.xlsx')).toEqual({ riders, problems: [], unread });
});

const row = (cells: TypedRow, tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
const rows = row(heading, 'th') + row(zoe) + row(tom);

test.each([
  ['a table alone', `<table>${rows}</table>`],
  ['a whole page in capitals', `<HTML><BODY><TABLE BORDER=1>${rows}</TABLE></BODY></HTML>`],
  [
    'head and body of a table',
    `<html><table><thead>${row(heading, 'th')}</thead><tbody>${row(zoe)}${row(tom)}</tbody></table></html>`,
  ],
  ['a title over all columns', `<table><tr><td colspan="5">Engagés du 12/06</td></tr>${rows}</table>`],
  [
    'entities and spaces',
    `<table>${rows.replace('Zoé', '&nbsp;Zo&eacute;&#160;').replace('Quetsche', ' Quetsche ')}</table>`,
  ],
  [
    'styles and links',
    `<html><head><style>td{mso-number-format:"\\@"}</style></head><table>${rows.replace('Mirabelle', '<a href="#1"><b>Mirabelle</b></a>')}</table></html>`,
  ],
  ['a mark of the encoding', `\ufeff<table>${rows}</table>`],
  ['a sign > in an attribute of a row', `<table>${rows.replace(/<tr>/g, '<tr onclick="if (a>b) go()">')}</table>`],
  [
    'a sign > in the title of a link',
    `<table>${rows.replace('Quetsche', '<a title="Club > Q" href="/2">Quetsche</a>')}</table>`,
  ],
  ['cells and rows that are not closed', `<table>${rows.replace(/<\/t[dhr]>/g, '')}</table>`],
  [
    'a table in a cell',
    `<table>${row([...heading, 'Actions'], 'th')}${row([...zoe, '<table><tr><td>Modifier</td></tr></table>'])}${row(tom)}</table>`,
  ],
  ['a list inside the table of the page', `<table><tr><td>Menu</td><td><table>${rows}</table></td></tr></table>`],
  ['a table of the page before the list', `<table><tr><td>Exporté le 12/06</td></tr></table><table>${rows}</table>`],
])('a web page named xls with %s', async (_, page) => {
  expect(await readFile(Buffer.from(page), 'export.xls')).toMatchObject({ riders: both, problems: [] });
});

test('an M beside an H is a man or a woman: somebody says which, unless women have their own word', async () => {
  const list = (...genders: string[]) =>
    workbook({ Liste: [heading, ...genders.map((gender, at) => [at + 1, 'U13', 'Quetsche', 'Tom', gender])] });
  expect(await readFile(list('M', 'H'), 'a.xlsx')).toMatchObject({ problems: ['gender_unknown 2'] });
  const told = await readFile(list('M', 'H'), 'a.xlsx', { values: { gender: { M: 'F' } } });
  expect(told.riders).toEqual(['1 U13 F Tom Quetsche', '2 U13 H Tom Quetsche']);
  expect((await readFile(list('M', 'H', 'F'), 'a.xlsx')).problems).toEqual([]);
});

test('a cell of a web page that reaches into the row below is its cell too, and told', async () => {
  const page = `<table>${row(heading, 'th')}${row(zoe).replace('<td>U13', '<td rowspan=2>U13')}${row([2, 'Quetsche', 'Tom', 'H'])}</table>`;
  const read = readEntries(await readContent(Buffer.from(page), 'a.xls'));
  expect(read.entries.map(({ category }) => category)).toEqual(['U13', 'U13']);
  expect(read.warnings).toMatchObject([{ row: 3, path: 'category', code: 'cell_merged', values: { value: 'U13' } }]);
});

test('a row of a web page that is shorter than a cell reaching into it has empty cells between', async () => {
  const page = '<table><tr><td>1<td>2<td rowspan=2>3<tr><td>4</table>';
  const [sheet] = await readContent(Buffer.from(page), 'a.xls');
  expect(sheet?.rows.map(({ cells }) => cells)).toEqual([
    ['1', '2', '3'],
    ['4', '', '3'],
  ]);
});

test('a row that a web page hides is read and told', async () => {
  const page = `<table>${row(heading, 'th')}${row(zoe)}${row(tom).replace('<tr>', '<tr style="display: none">')}</table>`;
  const read = readEntries(await readContent(Buffer.from(page), 'a.xls'));
  expect([read.entries.length, read.warnings]).toMatchObject([2, [{ row: 3, code: 'row_hidden' }]]);
});

test.each([
  ["D'Arc", 'D&#x27;Arc'],
  ["D'Arc", 'D&#039;Arc'],
  ['Quetsche & Fils <1>', 'Quetsche &amp; Fils &lt;1&gt;'],
  ['Quetsché', 'Quetsch&eacute'],
])('%s in a web page is written %s', async (name, written) => {
  const { entries } = readEntries(
    await readContent(Buffer.from(`<table>${rows.replace('Quetsche', written)}</table>`), 'a.xls'),
  );
  expect(entries[1]?.last_name).toBe(name);
});

test('a web page is read in the encoding that it declares', async () => {
  const page = `<meta http-equiv="Content-Type" content="text/html; charset=windows-1250"><table>${rows.replace('Quetsche', 'Dvo#ák')}</table>`;
  const bytes = Buffer.from(page.replace('#', '\u00f8'), 'latin1');
  expect((await readFile(bytes, 'a.xls')).riders).toContain('2 U15 H Tom Dvořák');
});

test.each(['a.mht', 'a.xls'])('a page saved as one file is refused with how to save it: %s', async (name) => {
  const bytes = Buffer.from('From: <Saved by a browser>\r\nSubject: Liste\r\nMIME-Version: 1.0\r\n\r\n<table></table>');
  await expect(readContent(bytes, name)).rejects.toMatchObject({ details: { says: 'web_page_file' } });
});

const csv = (name: string) => `Dossard;Categorie;Nom;Prenom;Sexe\r1;U13;Mirabelle;${name};F\r2;U15;Quetsche;Tom;H\r`;

test.each([
  ['Mac', 'L\x8eo'],
  ['Mac', 'Ma\x91l'],
  ['Mac', '\x83ric'],
  ['Mac', 'Lo\x95c'],
  ['DOS', 'C\x93me'],
])('a name in letters of %s is refused by row and column', async (_, name) => {
  expect((await readFile(Buffer.from(csv(name), 'latin1'), 'a.csv')).problems).toEqual(['garbled_text 2']);
});

test('UTF-16 without its mark is read', async () => {
  expect((await readFile(Buffer.from(csv('Zoé'), 'utf16le'), 'a.csv')).riders).toEqual(both);
});

test('a sheet of headings alone has no rider', async () => {
  const read = readEntries(await readContent(workbook({ Modele: [heading], Liste: [heading, zoe, tom] }), 'a.xlsx'));
  expect(read.sheets).toMatchObject([{ why: { code: 'sheet_without_riders' } }, { read: true }]);
});

test('letters written for a web page are refused where no page decodes them', async () => {
  const csv = 'Dossard,Catégorie,Nom,Prénom,Sexe\n1,U13,M&uuml;ller,Zo&eacute;,F\n2,U15,Quetsche & Fils,Tom,H\n';
  expect(await readFile(Buffer.from(csv), 'a.csv')).toEqual({
    riders: ['2 U15 H Tom Quetsche & Fils'],
    problems: ['garbled_text 2', 'garbled_text 2'],
    unread: [],
  });
});

test.each<[string, (string | number)[], Record<string, string> | undefined]>([
  ['1 and 2', [2, 1], { 1: 'H', 2: 'F' }],
  ['0 and 1', [1, 0], { 0: 'H', 1: 'F' }],
  ['D and E', ['D', 'E'], { D: 'F', E: 'H' }],
  ['B and G for boys and girls', ['G', 'B'], { B: 'H', G: 'F' }],
  ['words in another form of their letters', ['Ma\u0308dchen', 'Bub'], { M\u00e4dchen: 'F', Bub: 'H' }],
  ['signs', ['♀', '♂'], { '♀': 'F', '♂': 'H' }],
  ['words of another language', ['weiblich', 'männlich'], { weiblich: 'F', männlich: 'H' }],
  ['words with spaces and another case', [' FÉMININ ', 'garçon'], undefined],
  ['titles', ['Mme', 'M.'], undefined],
])('genders as %s', async (_, [ofZoe = '', ofTom = ''], gender) => {
  const bytes = workbook({ Liste: [heading, [...zoe.slice(0, 4), ofZoe], [...tom.slice(0, 4), ofTom]] });
  const untold = await readFile(bytes, 'a.xlsx');
  if (gender === undefined) expect(untold).toEqual({ riders: both, problems: [], unread: [] });
  else expect(untold).toEqual({ riders: [], problems: ['gender_unknown 2', 'gender_unknown 3'], unread: [] });
  expect((await readFile(bytes, 'a.xlsx', { values: { gender } })).riders).toEqual(both);
});
