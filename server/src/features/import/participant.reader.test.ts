import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readParticipantFile } from './participant.reader.ts';
import { writeBook, writeCsv } from './testing/table.files.ts';
import { packRepeated, packText, sheetEnd, sheetStart, writeWorkbook } from './testing/zip.writer.ts';

const engages = ['engages.csv', 'engages-excel.csv', 'engages.xlsx', 'engages.xls'];
const readEngages = (name: string) => readFile(new URL(`./testing/${name}`, import.meta.url));
const sheetPart = 'xl/worksheets/sheet1.xml';

test('the four files of one event give the same hundred riders', async () => {
  const [first, ...others] = await Promise.all(
    engages.map(async (name) => readParticipantFile(await readEngages(name), name)),
  );
  expect(first?.problems).toEqual([]);
  expect(first?.entries).toHaveLength(100);
  expect(first?.entries[0]).toEqual({
    row: 2,
    dossard_number: 1,
    category: 'U9',
    gender: 'H',
    first_name: 'Hugo',
    last_name: 'Faÿ',
    club: 'Les Crampons; section jeunes',
  });
  const ridersOf = (read: typeof first) => read?.entries.map(({ sheet: _, ...rider }) => rider);
  for (const other of others) expect([other.problems, ridersOf(other)]).toEqual([[], ridersOf(first)]);
});

test('the worker starts from its source, as `npm run dev` runs the server', async () => {
  const script = `
    import(${JSON.stringify(new URL('./participant.reader.ts', import.meta.url).href)})
      .then(({ readParticipantFile }) => readParticipantFile(new TextEncoder().encode('a;b'), 'a.csv'))
      .then((read) => console.log(JSON.stringify(read)));`;
  const run = await promisify(execFile)(process.execPath, ['-e', script]);
  expect(JSON.parse(run.stdout).problems).toContainEqual(expect.objectContaining({ code: 'column_missing' }));
});

const heading = ['Dossard', 'Catégorie', 'Nom', 'Prénom', 'Sexe'];
const riders = Array.from({ length: 5_000 }, (_, index) => [index + 1, 'U13', 'Le Gall', 'Zoé', 'F']);
test.each([
  ['csv', writeCsv([heading, ...riders])],
  ['xlsx', writeBook('xlsx', [heading, ...riders])],
  ['xls', writeBook('biff8', [heading, ...riders])],
])('5,000 riders are accepted (%s)', async (ending, bytes) => {
  const { entries, problems } = await readParticipantFile(bytes, `engages.${ending}`);
  expect(problems).toEqual([]);
  expect(entries).toHaveLength(5_000);
});

// ASVS 1.5.1, 5.2.3
describe('a malicious file is refused, and the process keeps its memory', () => {
  const number = '<row><c><v>0</v></c></row>';
  const readGrowth = async (bytes: Uint8Array, fileName: string) => {
    const before = process.memoryUsage();
    const refusal = await readParticipantFile(bytes, fileName).catch((error) => error.code);
    const after = process.memoryUsage();
    const growth = after.heapUsed + after.external - before.heapUsed - before.external;
    return { refusal, grownMb: Math.round(growth / 2 ** 20) };
  };

  test('a sheet of 300 MB', async () => {
    const sheet = await packRepeated(sheetPart, sheetStart, number, 300, sheetEnd);
    const read = await readGrowth(writeWorkbook(sheet), 'a.xlsx');
    expect(read.refusal).toBe('file_too_large');
    expect(read.grownMb).toBeLessThan(50);
  });

  test('the same, declared as 1,000 bytes', async () => {
    const sheet = await packRepeated(sheetPart, sheetStart, number, 300, sheetEnd);
    const read = await readGrowth(writeWorkbook({ ...sheet, declaredBytes: 1_000 }), 'a.xlsx');
    expect(read.refusal).toBe('file_too_large');
    expect(read.grownMb).toBeLessThan(50);
  });

  test('one long text repeated in a million cells', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
    const sheet = await packRepeated(sheetPart, sheetStart, row, 20, sheetEnd);
    const strings = packText('xl/sharedStrings.xml', `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`);
    const { refusal } = await readGrowth(writeWorkbook(sheet, [strings]), 'a.xlsx');
    expect(refusal).toBe('file_too_large');
  });

  const link = '</sheetData><hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks></worksheet>';
  const full = writeWorkbook(packText(sheetPart, `${sheetStart}<row><c><v>1</v></c></row>${link}`));

  test('a link over every cell runs out of the worker’s memory, not of the server’s', async () => {
    expect((await readGrowth(full, 'a.xlsx')).refusal).toBe('unsupported_file');
  });

  // ASVS 15.2.2
  test('two of these delay the file behind them only until they are refused', async () => {
    const files = [full, full, Buffer.from('Dossard;Catégorie;Nom;Prénom;Sexe\n7;U13;Petit;Inès;F')];
    const read = await Promise.allSettled(files.map((bytes) => readParticipantFile(bytes, 'a.csv')));
    expect(read).toMatchObject([
      { status: 'rejected', reason: { code: 'unsupported_file' } },
      { status: 'rejected', reason: { code: 'unsupported_file' } },
      { status: 'fulfilled', value: { entries: [{ dossard_number: 7 }] } },
    ]);
  });

  test('more than 10 MB', async () => {
    expect((await readGrowth(new Uint8Array(10 * 2 ** 20 + 1), 'a.csv')).refusal).toBe('file_too_large');
  });

  test('workers continue after refusals, however many files arrive at once', async () => {
    const files = [Buffer.from('%PDF'), Buffer.from('a;b'), Buffer.from('%PDF'), Buffer.from('c;d')];
    const read = await Promise.allSettled(files.map((bytes) => readParticipantFile(bytes, 'a.csv')));
    expect(read.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });
});
