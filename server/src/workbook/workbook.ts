import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { sheetNames } from './sheet.names.ts';
import type { Sheet } from './sheet.ts';
import { sheetXml } from './sheet.xml.ts';
import { spreadsheet, xmlHead, xmlText } from './xml.text.ts';

/*
 * An xlsx file is a zip of XML parts (ECMA-376). We write the few parts that sheets without formulas need: libraries
 * hold the XML of a whole sheet in memory several times, which for 30,000 runs is twice the memory the server can
 * spare.
 */
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A file inside the zip: its name, and its text in pieces. */
type Part = [name: string, text: Iterable<string>];

/** Writes sheets as an xlsx file, with names as Excel accepts them. */
export function writeBook(sheets: readonly Sheet[]): Promise<Buffer<ArrayBuffer>> {
  const names = sheetNames(sheets.map(({ name }) => name));
  const numbered = sheets.map((sheet, index) => ({ ...sheet, name: names[index] ?? sheet.name, number: index + 1 }));
  const part = (name: string, xml: string): Part => [name, [xmlHead, xml]];
  return zip([
    part('[Content_Types].xml', contentTypes(numbered)),
    part('_rels/.rels', relationships([{ id: 'book', type: 'officeDocument', target: 'xl/workbook.xml' }])),
    part('xl/workbook.xml', workbook(numbered)),
    part(
      'xl/_rels/workbook.xml.rels',
      relationships([
        { id: 'styles', type: 'styles', target: 'styles.xml' },
        ...numbered.map(({ number }) => ({
          id: `sheet${number}`,
          type: 'worksheet',
          target: `worksheets/sheet${number}.xml`,
        })),
      ]),
    ),
    part('xl/styles.xml', stylesXml),
    ...numbered.map((sheet): Part => [`xl/worksheets/sheet${sheet.number}.xml`, sheetXml(sheet)]),
  ]);
}

/** Packs parts one after the other, streaming each; equal parts give equal bytes. */
function zip(parts: readonly Part[]): Promise<Buffer<ArrayBuffer>> {
  const file = new ZipFile();
  const output = Readable.from(file.outputStream);
  const fail = (error: Error) => void output.destroy(error);
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
  for (const [name, text] of parts)
    file.addReadStreamLazy(name, options, (open) => open(null, Readable.from(text).on('error', fail)));
  file.end();
  return buffer(output);
}

interface Numbered {
  name: string;
  number: number;
}

function contentTypes(sheets: readonly Numbered[]): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${contentType}.${type}+xml"/>`;
  return `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${sheets.map(({ number }) => override(`worksheets/sheet${number}`, 'worksheet')).join('')}</Types>`;
}

function relationships(all: readonly { id: string; type: string; target: string }[]): string {
  const each = all.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

function workbook(sheets: readonly Numbered[]): string {
  const each = sheets.map(
    ({ name, number }) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="sheet${number}"/>`,
  );
  return `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${each.join('')}</sheets></workbook>`;
}

/**
 * The styles that `sheet.xml.ts` refers to by index: plain, heading, hundredths (Excel's built-in format 2), moment.
 */
const stylesXml =
  `<styleSheet xmlns="${spreadsheet}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
