import { read, utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { unzipParts } from '../features/import/zip.parts.ts';
import type { Cell } from './sheet.ts';
import { writeBook } from './workbook.ts';

const wide = { heading: 'Texte', width: 20 };

/** Writes one sheet of a single column; returns the sheet read back, and its XML. */
async function writeColumn(cells: Cell[], name = 'U13 F') {
  const bytes = await writeBook([{ name, columns: [wide], rows: cells.map((cell) => [cell]) }]);
  const book = read(bytes, { dense: true });
  const sheet = book.Sheets[name];
  const xml = (await unzipParts(bytes)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  return { cells: (sheet?.['!data'] ?? []).slice(1).map((row) => row[0]), xml };
}

test.each([
  '=1+1',
  '+33 6',
  '-12',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '007',
  '2027-06-12',
  'TRUE',
  ' two  spaces ',
  'd’Œuvre <b>&amp;"\'',
  'constructor',
  '__proto__',
  '_x0041_ _x005F_',
  '🚵 Zoé',
])('%j stays text', async (text) => {
  const { cells, xml } = await writeColumn([text]);
  expect(cells).toMatchObject([{ t: 's', v: text }]);
  expect(xml).toContain('<c r="A2" s="0" t="inlineStr">');
  expect(xml).not.toMatch(/<f>|quotePrefix/);
});

test('characters that are invalid in XML are removed', async () => {
  const { cells } = await writeColumn(['Z\0o\x0b\ud800é\ufffe!', '\x01']);
  expect(cells.map((cell) => cell?.v)).toEqual(['Zoé!', '']);
});

test('more than 26 columns, and more rows than fit in one piece', async () => {
  const columns = Array.from({ length: 703 }, (_, index) => ({ heading: `${index}`, width: 8 }));
  const rows = Array.from({ length: 40 }, (_, row) => columns.map((_, column) => row * 1_000 + column));
  const sheet = read(await writeBook([{ name: 'a', columns, rows }])).Sheets.a;
  expect(sheet?.['!ref']).toBe('A1:AAA41');
  expect(sheet && utils.sheet_to_json(sheet, { header: 1 })).toEqual([columns.map(({ heading }) => heading), ...rows]);
});

test('a row that cannot be read fails the file', async () => {
  const rows: Cell[][] = [['well']];
  rows.entries = () => {
    throw new Error('The run is gone.');
  };
  await expect(writeBook([{ name: 'a', columns: [wide], rows }])).rejects.toThrow('The run is gone.');
});

test('the same sheets give the same file', async () => {
  const sheet = { name: 'a', columns: [wide], rows: [['Zoé', 1]] };
  expect(await writeBook([sheet])).toEqual(await writeBook([sheet]));
});
