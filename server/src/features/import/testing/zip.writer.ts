import { createDeflateRaw, deflateRawSync } from 'node:zlib';

/** One file of a zip archive. */
export interface ZipPart {
  name: string;
  packed: Buffer;
  /** The declared unzipped size, true or false. */
  declaredBytes: number;
}

/** Packs text with its true size. */
export function packText(name: string, text: string): ZipPart {
  const bytes = Buffer.from(text);
  return { name, packed: deflateRawSync(bytes), declaredBytes: bytes.length };
}

/** Packs `start`, then `megabytes` of one repeated text, then `end`, without holding the unzipped text in memory. */
export async function packRepeated(name: string, start: string, text: string, megabytes: number, end: string) {
  const megabyte = Buffer.from(text.repeat(Math.ceil(2 ** 20 / text.length)));
  const deflate = createDeflateRaw();
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  deflate.write(start);
  for (let written = 0; written < megabytes; written += 1) {
    await new Promise((resolve) => deflate.write(megabyte, resolve));
  }
  deflate.end(end);
  await ended;
  return { name, packed: Buffer.concat(chunks), declaredBytes: megabyte.length * megabytes };
}

/** Writes a zip without checksums, which its reader ignores. */
function writeZip(parts: readonly ZipPart[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, declaredBytes } of parts) {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(declaredBytes, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    offset += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The start and end of a sheet's XML, around its rows. */
export const sheetStart = `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';

/** Writes a workbook around one sheet packed as `xl/worksheets/sheet1.xml`; its dimension is always false. */
export function writeWorkbook(sheet: ZipPart, extra: readonly ZipPart[] = []): Buffer {
  return writeZip([
    packText(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${contentType}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
    ),
    packText(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Engages" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    packText(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    packText('xl/styles.xml', `<styleSheet xmlns="${main}"><fills><fill><patternFill/></fill></fills></styleSheet>`),
    ...extra,
    sheet,
  ]);
}
