import { CFB, utils, write } from '@e965/xlsx';

/** A row of a table as typed; numbers stay numbers in workbooks. */
export type TypedRow = readonly (string | number)[];

export interface CsvHabits {
  separator: ';' | ',' | '\t';
  lineEnd: '\r\n' | '\n' | '\r';
  encoding: 'utf-8' | 'utf-8 with BOM' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Quotes around every cell, or only where needed. */
  quotes: 'always' | 'needed';
}

/** How French Excel saves a csv. */
const frenchExcel: CsvHabits = { separator: ';', lineEnd: '\r\n', encoding: 'windows-1252', quotes: 'needed' };

/** Writes a csv file as a program with these habits would. */
export function writeCsv(rows: readonly TypedRow[], habits: CsvHabits = frenchExcel): Buffer {
  const writeCell = (cell: string | number) => {
    const text = String(cell);
    return habits.quotes === 'always' || /[;,\t"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return encode(
    rows.map((row) => row.map(writeCell).join(habits.separator) + habits.lineEnd).join(''),
    habits.encoding,
  );
}

/** Encodes text; windows-1252 supports only its own characters. */
export function encode(text: string, encoding: CsvHabits['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8 with BOM') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  const special: Record<string, number> = { '€': 0x80, '’': 0x92, œ: 0x9c, Œ: 0x8c, Ÿ: 0x9f, š: 0x9a, ž: 0x9e };
  return Buffer.from([...text].map((character) => special[character] ?? character.charCodeAt(0)));
}

/** Writes a workbook of the given sheets, in order. */
export function writeBook(bookType: 'xlsx' | 'xlsb' | 'biff8', ...sheets: TypedRow[][]): Buffer {
  const book = utils.book_new();
  for (const rows of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows as (string | number)[][]));
  return write(book, { type: 'buffer', bookType, compression: true });
}

/** Writes an OpenDocument workbook with the given content of its document. */
export function openDocument(content: string): Buffer {
  const spaces = ['office', 'style', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const zip = CFB.utils.cfb_new();
  const parts = {
    'META-INF/manifest.xml': '<?xml version="1.0"?><manifest/>',
    'styles.xml': '<?xml version="1.0"?><styles/>',
    'content.xml': `<?xml version="1.0"?><office:document-content ${spaces.join(' ')}>${content}</office:document-content>`,
  };
  for (const [name, part] of Object.entries(parts)) CFB.utils.cfb_add(zip, name, Buffer.from(part));
  return CFB.write(zip, { fileType: 'zip', type: 'buffer' }) as Buffer;
}
