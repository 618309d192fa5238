import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../refusals/refusal.ts';
import { readContent } from './sheet.content.ts';
import { type CsvHabits, encode, type TypedRow, writeBook, writeCsv } from './testing/table.files.ts';
import { packText, sheetEnd, sheetStart, writeWorkbook } from './testing/zip.writer.ts';

const rowsOf = async (bytes: Uint8Array, fileName = 'engages.csv') =>
  (await readContent(bytes, fileName)).find(({ rows, hidden }) => rows.length > 0 && !hidden)?.rows ?? [];
const cellsOf = async (text: string) => (await rowsOf(Buffer.from(text))).map(({ row, cells }) => [row, ...cells]);
const refusalOf = async (bytes: Uint8Array, fileName: string) => {
  try {
    return await readContent(bytes, fileName);
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

describe('a csv file is read as spreadsheet programs show it', () => {
  const cases: { says: string; text: string; expected: unknown[][] }[] = [
    {
      says: 'rows are numbered with the blank ones, which are left out',
      text: 'a;b\n\n;;;\nc;d\n;;;;\n\n',
      expected: [
        [1, 'a', 'b'],
        [4, 'c', 'd'],
      ],
    },
    {
      says: 'a quoted cell of several lines is one row',
      text: '"a\r\nz";b\r\nc;d\r\n',
      expected: [
        [1, 'a\r\nz', 'b'],
        [2, 'c', 'd'],
      ],
    },
    {
      says: 'separators inside quotes do not count',
      text: 'a,b,"x;y;z;w"\nc,d,"x;y;z;w"\n',
      expected: [
        [1, 'a', 'b', 'x;y;z;w'],
        [2, 'c', 'd', 'x;y;z;w'],
      ],
    },
    {
      says: 'commas in clubs do not make a semicolon file a comma file',
      text: '1;U9;Nom;Zoé;F;Vélo, trial\n2;U9;Nom;Léo;H;Vélo, trial\n',
      expected: [
        [1, '1', 'U9', 'Nom', 'Zoé', 'F', 'Vélo, trial'],
        [2, '2', 'U9', 'Nom', 'Léo', 'H', 'Vélo, trial'],
      ],
    },
    { says: 'spaces around quotes are no text', text: 'a, "b, c" ,d\n', expected: [[1, 'a', 'b, c', 'd']] },
    {
      says: 'quotes inside a cell are text',
      text: 'a;Jo "Jojo" Le Gall;b\n',
      expected: [[1, 'a', 'Jo "Jojo" Le Gall', 'b']],
    },
    { says: 'doubled quotes are one', text: 'a;"Jo ""Jojo""";b', expected: [[1, 'a', 'Jo "Jojo"', 'b']] },
    {
      says: 'marks that keep a text from becoming a number are no text',
      text: `="0012";"=""0012""";'0012;'t Hooft;="a"b;'=1\n`,
      expected: [[1, '0012', '0012', '0012', "'t Hooft", '="a"b', '=1']],
    },
    { says: 'tabs separate', text: 'a\tb\t\tc\n', expected: [[1, 'a', 'b', '', 'c']] },
    { says: 'an empty file has no rows', text: '', expected: [] },
  ];
  test.each(cases)('$says', async ({ text, expected }) => expect(await cellsOf(text)).toEqual(expected));

  test('a quote that never ends stops the reading at its row', async () => {
    expect(await readContent(Buffer.from('a;b\n\nc;"d\ne;f\n'), 'a.csv')).toEqual([
      { rows: [{ row: 1, cells: ['a', 'b'] }], unread_from: 3 },
    ]);
  });

  test.each(['utf-8', 'utf-8 with BOM', 'utf-16le', 'utf-16be', 'windows-1252'] as const)('%s', async (encoding) => {
    expect(await rowsOf(encode('Bœuf;Faÿ;Çelik;d’Arc;€\n', encoding))).toEqual([
      { row: 1, cells: ['Bœuf', 'Faÿ', 'Çelik', 'd’Arc', '€'] },
    ]);
  });

  const habits = fc.record<CsvHabits>({
    separator: fc.constantFrom(';', ',', '\t'),
    lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
    encoding: fc.constantFrom('utf-8', 'utf-8 with BOM', 'utf-16le', 'utf-16be', 'windows-1252'),
    quotes: fc.constantFrom('always', 'needed'),
  });
  const cell = fc.stringMatching(/^[a-zéœ’;,\t"0-9 ]{1,8}$/).map((text) => text.trim() || 'x');
  // One free cell per row: with semicolons everywhere, a comma file could be mistaken for a semicolon file. And an é
  // before a separator: the bytes of `éœœ` in windows-1252 are also a Chinese character in UTF-8.
  const table = fc.array(fc.tuple(...['a', 'é', 'c'].map((text) => fc.constant(text)), cell), { minLength: 1 });
  test('text written in any dialect is read back', async () => {
    await fc.assert(
      fc.asyncProperty(table, habits, async (rows, way) => {
        expect((await rowsOf(writeCsv(rows, way))).map(({ cells }) => cells)).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a workbook is read as text', () => {
  const typed: TypedRow[] = [
    ['N°', 'Nom'],
    [12, ' LE GALL '],
    ['012', 'Zoé'],
    [12.5, 'd’Arc'],
  ];
  test.each(['xlsx', 'xlsb', 'biff8'] as const)('numbers plain, text as typed (%s)', async (bookType) => {
    expect((await rowsOf(writeBook(bookType, typed), 'a.xlsx')).map(({ cells }) => cells)).toEqual([
      ['N°', 'Nom'],
      ['12', ' LE GALL '],
      ['012', 'Zoé'],
      ['12.5', 'd’Arc'],
    ]);
  });

  test('the first sheet with data is read, with the rows of the sheet', async () => {
    const bytes = writeBook('xlsx', [], [[], ['', ' ']], [[], [], ['a'], [], ['b']], [['c']]);
    expect(await rowsOf(bytes, 'a.xlsx')).toEqual([
      { row: 3, cells: ['a'] },
      { row: 5, cells: ['b'] },
    ]);
  });

  test('a hidden sheet of choices is skipped', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['U9'], ['U11']]), 'choix');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Nom']]), 'engagés');
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    expect(await rowsOf(write(book, { type: 'buffer', bookType: 'xlsx' }), 'a.xlsx')).toEqual([
      { row: 1, cells: ['Nom'] },
    ]);
  });

  test('numbers that show two decimals or zeros in front, dates and failed formulas', async () => {
    const sheet = utils.aoa_to_sheet([[12]]);
    sheet.B1 = { t: 'n', v: 46_338, z: 'm/d/yy' };
    sheet.A1 = { t: 'n', v: 12, z: '0.00' };
    sheet.C1 = { t: 'e', v: 0x2a };
    sheet.D1 = { t: 'n', v: 12, z: '00000' };
    sheet['!ref'] = 'A1:D1';
    const book = utils.book_new(sheet);
    const [row] = await rowsOf(write(book, { type: 'buffer', bookType: 'xlsx' }), 'a.xlsx');
    expect(row?.cells[0]).toBe('12');
    expect(row?.cells[1]).toBe('12/11/2026');
    expect(row?.cells.slice(2)).toEqual(['#N/A', '00012']);
  });

  test('a sheet that declares a huge size costs only its content', async () => {
    const cell = (at: string) => `<c r="${at}" t="inlineStr"><is><t>${at}</t></is></c>`;
    const rows = `<row r="1">${cell('A1')}</row><row r="1048576">${cell('B1048576')}${cell('XFD1048576')}</row>`;
    const [first, far] = await rowsOf(
      writeWorkbook(packText('xl/worksheets/sheet1.xml', sheetStart + rows + sheetEnd)),
    );
    expect(first).toEqual({ row: 1, cells: ['A1'] });
    expect(far?.row).toBe(1_048_576);
    expect(far?.cells).toHaveLength(100);
    expect(far?.cells[1]).toBe('B1048576');
  });
});

// ASVS 5.2.2
describe('the kind is detected from the content', () => {
  const csv = writeCsv([['a', 'b']]);
  const xlsx = writeBook('xlsx', [['a', 'b']]);
  const xls = writeBook('biff8', [['a', 'b']]);
  test.each([
    ['a workbook named csv', xlsx, 'a.csv'],
    ['an old workbook named xlsx', xls, 'a.xlsx'],
    ['text named xls', csv, 'a.xls'],
    ['text without an ending', csv, 'engages'],
    ['a workbook with bytes behind its end', Buffer.concat([xlsx, Buffer.from('\r\n')]), 'a.xlsx'],
  ])('%s is read', async (_says, bytes, name) => {
    expect(await rowsOf(bytes, name)).toEqual([{ row: 1, cells: ['a', 'b'] }]);
  });

  const openDocument = writeBook('xlsx', [['a']])
    .toString('latin1')
    .replaceAll('[Content_Types]', '[Content_Other]');
  test.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'a.csv'],
    ['a web page without a table', Buffer.from('<html><p>1</p></html>'), 'a.xls'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'a.csv'],
    ['a text of another kind', Buffer.from('{"a":1}'), 'a.json'],
    ['a zip that is no workbook', Buffer.from(openDocument, 'latin1'), 'a.xlsx'],
    ['half a workbook', xlsx.subarray(0, xlsx.length / 2), 'a.xlsx'],
    ['half an old workbook', xls.subarray(0, 700), 'a.xls'],
  ])('%s is refused', async (_says, bytes, name) => {
    expect(await refusalOf(bytes, name)).toBe('unsupported_file');
  });

  test('more than 20,000 rows are refused, not counting blank ones', async () => {
    expect(await refusalOf(Buffer.from('a;b\n'.repeat(20_001)), 'a.csv')).toBe('file_too_large');
    expect(await refusalOf(Buffer.alloc(10_000_000, '\n'), 'a.csv')).toBe('file_too_large');
    expect(await rowsOf(Buffer.from(`${';\n'.repeat(30_000)}${'a;b\n'.repeat(20_000)}`))).toHaveLength(20_000);
  });

  test('any bytes are read or refused', async () => {
    const starts = [
      [],
      [0x50, 0x4b, 3, 4],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      [0xff, 0xfe],
      [0xef, 0xbb, 0xbf],
    ];
    const bytes = fc
      .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 600 }))
      .map(([start, rest]) => Uint8Array.from([...start, ...rest]));
    await fc.assert(
      fc.asyncProperty(bytes, async (any) => {
        const result = await refusalOf(any, 'a.csv');
        if (result !== 'unsupported_file') expect(result).toEqual(expect.any(Array));
      }),
      { numRuns: 500 },
    );
  });

  test('a workbook with any bytes changed is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }), async (changes) => {
        const broken = Buffer.from(xlsx);
        for (const [at, byte] of changes) broken[at % broken.length] = byte;
        const result = await refusalOf(broken, 'a.xlsx');
        if (typeof result !== 'string') expect(result).toEqual(expect.any(Array));
      }),
    );
  });
});
