import { formatProblem } from '@dossard/contract/refusals/problem.words.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemsOfReading, readEntries } from './participant.file.ts';
import { readContent } from './sheet.content.ts';
import type { Sheet } from './sheet.ts';
import { riders } from './testing/riders.ts';
import { type CsvHabits, writeBook, writeCsv } from './testing/table.files.ts';

/** Builds a sheet from rows with `;` between cells, starting at row 1. */
const sheet = (...rows: string[]): Sheet => ({
  rows: rows.map((row, index) => ({ row: index + 1, cells: row.split(';') })).filter(({ cells }) => cells.join('')),
});
const entriesOf = (...rows: string[]) => {
  const read = readEntries([sheet(...rows)]);
  expect(problemsOfReading(read)).toEqual([]);
  return read.entries;
};
/** Formats problems as `row column code field`. */
const problemsOf = (...rows: string[]) =>
  problemsOfReading(readEntries([sheet(...rows)])).map(({ row, column, code, path }) =>
    [row, column, code, path].filter((part) => part !== undefined).join(' '),
  );

const zoe = { dossard_number: 12, category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Le Gall' };
const french = 'N° Dossard;Nom;Prénom;Sexe;Catégorie;Club';
const rider = '12;Le Gall;Zoé;F;U13;VC';

describe('columns are found by their headings', () => {
  const cases: { says: string; rows: string[] }[] = [
    { says: 'as French Excel files have them', rows: [french, rider] },
    { says: 'in capitals without accents', rows: ['DOSSARD;NOM;PRENOM;SEXE;CATEGORIE;CLUB', rider] },
    { says: 'with accents in NFD', rows: [french.normalize('NFD'), rider] },
    { says: 'of a federation', rows: ['N° dossard;Nom;Prénom;Sexe;Catégorie FFC;Club', rider] },
    { says: 'shortened', rows: ['No.;Nom;Prénom;Genre;Cat.;Club', rider] },
    { says: 'in English', rows: ['Bib;Last name;First name;Gender;Category;Team', rider] },
    { says: 'broken over lines', rows: ['N°\nDossard;Nom;Prénom;H\n/\nF;Catégorie;Club', rider] },
    { says: 'with remarks', rows: ['Dossard *;Nom (capitales);Prénom;Sexe (H/F);Cat. (U9…);Club (facultatif)', rider] },
    { says: 'in two languages', rows: ['Dossard / Bib;Nom/Last name;Prénom;Sexe;Catégorie;Club', rider] },
    { says: 'among unknown ones', rows: ['UCI;Club;Sexe;Prénom;Nom;Tél.;Cat;#', '9;VC;F;Zoé;Le Gall;06;U13;12'] },
    { says: 'below titles', rows: ['Coupe de France', '', '100;engagés;Club : VC;Sexe', french, rider] },
    { says: 'beside line numbers called N°', rows: [`N°;${french}`, `1;${rider}`] },
    { says: 'with a last name that English calls Name', rows: ['Bib;Name;First name;Sex;Class;Club', rider] },
    { says: 'when each page repeats them', rows: [french, '', french, rider] },
  ];
  test.each(cases)('$says', ({ rows }) => {
    expect(entriesOf(...rows)).toEqual([{ ...zoe, row: rows.length, club: 'VC' }]);
  });

  test('a missing column is reported once, and the others are still checked', () => {
    const rows = ['Dossard;Nom;Prénom;Catégorie', '12;Le Gall;Zoé;U13', 'x;Faÿ;;U9'];
    expect(problemsOf(...rows)).toEqual([
      '1 column_missing gender',
      '3 Dossard dossard_invalid dossard_number',
      '3 Prénom required first_name',
    ]);
    expect(readEntries([sheet(...rows)]).entries).toEqual([]);
  });

  test('a rider above the headings is reported', () => {
    expect(entriesOf('11;Faÿ;Hugo;H;U9', french, rider).map(({ row }) => row)).toEqual([1, 3]);
  });

  test('two columns for the same field are reported, and none is chosen', () => {
    expect(problemsOf('Dossard;Nom;Prénom;Sexe;Catégorie;Cat.', '12;Le Gall;Zoé;F;U13;U15')).toEqual([
      '1 Cat. column_doubled category',
    ]);
  });

  test('garbled headings are reported as garbled, not as missing', () => {
    expect(problemsOf('Dossard;Nom;PrÃ©nom;Sexe;CatÃ©gorie', '12;Le Gall;Zoe;F;U13')).toEqual([
      '1 C garbled_text file',
      '1 E garbled_text file',
    ]);
  });

  test('a table of something else reports its missing columns', () => {
    expect(problemsOf('rank;bib;rider;nation', '1;;Nina Reichenbach;GER')).toEqual([
      '1 column_missing category',
      '1 column_missing last_name',
      '1 column_missing first_name',
      '1 column_missing gender',
    ]);
  });
});

describe('without headings, columns are identified by position', () => {
  test('a first row that is a rider is kept', () => {
    expect(entriesOf('12;U13;Le Gall;Zoé;F', '13;U13;Faÿ;Hugo;H')).toMatchObject([
      { ...zoe, row: 1 },
      { dossard_number: 13, row: 2 },
    ]);
  });

  test('and so is one with a mistake', () => {
    expect(problemsOf(';U13;Le Gall;Zoé;F')).toEqual(['1 A required dossard_number']);
    expect(problemsOf('12;;Le Gall;;', '13;U13;Faÿ;Hugo;H')).toHaveLength(3);
    expect(problemsOf('x;U13;Le Gall;Zoé;?')).toEqual([
      '1 A dossard_invalid dossard_number',
      '1 E gender_unknown gender',
    ]);
  });

  test('titles and headings in another language are skipped', () => {
    for (const headings of ['Startnr;Klasse;Nachname;Vorname;m/w', 'Pettorale;Categoria;Cognome;Nome;Sesso'])
      expect(entriesOf('Meldeliste 2026', headings, '12;U13;Le Gall;Zoé;F')).toEqual([{ ...zoe, row: 3 }]);
  });

  test('a different order is refused', () => {
    expect(problemsOf('Le Gall;Zoé;12;F;U13')).toHaveLength(5);
    expect(problemsOf('12;Le Gall;Zoé;U13;F')).toEqual(['1 D invalid first_name']);
  });

  test('a column of clubs is found when one row has a club', () => {
    expect(entriesOf('12;U13;Le Gall;Zoé;F;')[0]).not.toHaveProperty('club');
    expect(entriesOf('12;U13;Le Gall;Zoé;F;', '13;U13;Faÿ;Hugo;H;VC').map(({ club }) => club)).toEqual([null, 'VC']);
  });
});

describe('cells are understood in the usual notations of organisers', () => {
  const read = (field: string, row: string) => entriesOf(french, row)[0]?.[field as keyof typeof zoe];
  test.each([' 12 ', '012', '12.0', '12,0', '12.00', '\u00a012'])('dossard %j', (text) => {
    expect(read('dossard_number', `${text};Le Gall;Zoé;F;U13;`)).toBe(12);
  });
  test.each([
    ...['H', 'h', 'M', 'G', 'Homme', 'HOMMES', 'Garçon', 'garcon', 'Masculin', 'Male', ' m. '].map((text) => [
      text,
      'H',
    ]),
    ...['F', 'f', 'Femme', 'Fille', 'FILLES', 'Féminin', 'feminin', 'Female', 'Mme'].map((text) => [text, 'F']),
  ])('gender %j is %s', (text, gender) => expect(read('gender', `12;Le Gall;Zoé;${text};U13;`)).toBe(gender));
  test.each([
    ['U13', 'U13'],
    ['u 13', 'U13'],
    [' Open  20 pouces ', 'Open 20 pouces'],
  ])('category %j is %s', (text, category) => expect(read('category', `12;Le Gall;Zoé;F;${text};`)).toBe(category));
  test.each([
    ['accents in NFD', 'Zoe\u0301', 'Zoé'],
    ['no-break and doubled spaces', ' Le\u00a0 Gall\t', 'Le Gall'],
    ['capitals, apostrophes and hyphens stay', "D'ARC-Ó’BRIAIN", "D'ARC-Ó’BRIAIN"],
  ])('%s', (_says, text, name) => expect(read('first_name', `12;Le Gall;${text};F;U13;`)).toBe(name));
  test('an empty club in a column of clubs means no club', () =>
    expect(read('club', '12;Le Gall;Zoé;F;U13; ')).toBeNull());
});

describe('all problems are reported together, by row and column', () => {
  const cases: { row: string; expected: string[] }[] = [
    { row: ';Le Gall;Zoé;F;U13;', expected: ['2 N° Dossard required dossard_number'] },
    ...['0', '-3', '12a', '12.5', '1e3', 'Total', '1 200'].map((text) => ({
      row: `${text};Le Gall;Zoé;F;U13;`,
      expected: ['2 N° Dossard dossard_invalid dossard_number'],
    })),
    { row: '2147483648;Le Gall;Zoé;F;U13;', expected: ['2 N° Dossard too_big dossard_number'] },
    { row: '12; ;;F;U13;', expected: ['2 Nom required last_name', '2 Prénom required first_name'] },
    { row: '12;Le Gall;Zoé;;;', expected: ['2 Catégorie required category', '2 Sexe required gender'] },
    { row: '12;Le Gall;Zoé;Fem;U13;', expected: ['2 Sexe gender_unknown gender'] },
    { row: '12;Le Gall;ZoÃ©;F;U13;Ã‰cole', expected: ['2 Prénom garbled_text first_name', '2 Club garbled_text club'] },
    { row: '12;Le Gall;Zo\ufffd;F;U13;', expected: ['2 Prénom garbled_text first_name'] },
    { row: '12;Le Gall;Zo?;F;U13;', expected: ['2 Prénom garbled_text first_name'] },
    {
      row: '12;LefÃ\u00a0vre;In‚s;F;U13;',
      expected: ['2 Nom garbled_text last_name', '2 Prénom garbled_text first_name'],
    },
    { row: `12;${'a'.repeat(101)};Zoé;F;U13;`, expected: ['2 Nom too_long last_name'] },
    { row: `12;Le Gall;Zoé;F;${'a'.repeat(41)};`, expected: ['2 Catégorie too_long category'] },
    { row: '12;Le\u0007Gall;Zoé;F;U13;', expected: ['2 Nom unreadable_character last_name'] },
    { row: '12;Le Gall;Zoé;F;U13;Les\nCrampons', expected: ['2 Club line_break club'] },
    { row: '12;#N/A;Zoé;F;U13;', expected: ['2 Nom invalid last_name'] },
    { row: '12;U13;Zoé;F;7;', expected: ['2 Nom invalid last_name'] },
  ];
  test.each(cases)('$row', ({ row, expected }) => expect(problemsOf(french, row)).toEqual(expected));

  test.each(['São', 'PRÃO', 'Âge', 'ÉCOLE «PRÉ»', 'Škoda-Žák', 'Ångström', 'Qui sait ?', 'Æther'])(
    '%s is no garbled club',
    (club) => {
      expect(entriesOf(french, `12;Le Gall;Zoé;F;U13;${club}`)[0]?.club).toBe(club);
    },
  );

  test('a duplicate dossard names the other row; the first keeps its rider', () => {
    const { entries, refused } = readEntries([sheet(french, rider, '', '012;Faÿ;Hugo;H;U9;')]);
    expect(entries).toHaveLength(1);
    expect(refused).toMatchObject([{ row: 4, dossard_number: 12, last_name: 'Faÿ', first_name: 'Hugo' }]);
    const problems = refused.flatMap((row) => row.problems);
    expect(problems.map((problem) => formatProblem(problem, 'fr'))).toEqual(['Le dossard 12 est déjà à la ligne 2.']);
  });

  test('quotes that hide the rest of the file are reported', () => {
    expect(readEntries([{ ...sheet(french, rider), unread_from: 3 }])).toMatchObject({
      entries: [{ dossard_number: 12 }],
      problems: [{ row: 3, code: 'misplaced_quotes' }],
    });
  });

  test.each([
    ['an empty sheet', []],
    ['headings alone', [french]],
    ['rows that hold nothing of a rider', [`${french};Total`, ';;;;;;100']],
  ])('%s has no rows', (_says, rows) => expect(problemsOf(...rows)).toEqual(['no_rows file']));
});

test('any riders are read back from any csv or workbook, in any order of columns', async () => {
  const headings = {
    dossard_number: ['N° Dossard', 'dossard', 'Bib number'],
    category: ['Catégorie', 'CAT.'],
    last_name: ['Nom', 'Surname'],
    first_name: ['Prénom', 'PRENOM'],
    gender: ['Sexe', 'Gender'],
    club: ['Club', 'Équipe'],
    // Accented, so that no windows-1252 file happens to be valid UTF-8.
    unknown: ['Téléphone', 'Numéro de rue (été)'],
  };
  const columns = fc.shuffledSubarray(Object.keys(headings) as (keyof typeof headings)[], { minLength: 7 });
  const habits = fc.record<CsvHabits>({
    separator: fc.constantFrom(';', ',', '\t'),
    lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
    encoding: fc.constantFrom('utf-8', 'utf-8 with BOM', 'utf-16le', 'utf-16be', 'windows-1252'),
    quotes: fc.constantFrom('always', 'needed'),
  });
  await fc.assert(
    fc.asyncProperty(
      riders,
      columns,
      fc.nat(5),
      fc.option(habits),
      fc.boolean(),
      async (list, order, spelling, way, decomposed) => {
        const title = order.map((field) => headings[field][spelling % headings[field].length] ?? '');
        const rows = list.map((one) => order.map((field) => (field === 'unknown' ? 'abc' : (one[field] ?? ''))));
        const form = decomposed && way?.encoding !== 'windows-1252' ? 'NFD' : 'NFC';
        const typed = [title, ...rows].map((row) =>
          row.map((cell) => (typeof cell === 'string' ? cell.normalize(form) : cell)),
        );
        const bytes = way ? writeCsv(typed, way) : writeBook('xlsx', typed);
        const { entries, ...read } = readEntries(await readContent(bytes, 'engages.csv'));
        expect(problemsOfReading(read)).toEqual([]);
        const sheetName = way ? {} : { sheet: 'Sheet1' };
        expect(entries).toEqual(list.map((one, index) => ({ ...one, ...sheetName, row: index + 2 })));
      },
    ),
    { numRuns: 200 },
  );
});
