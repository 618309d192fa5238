import { inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Refusal } from '../../refusals/refusal.ts';
import { tooManyRows } from './sheet.ts';

/*
 * Extracts the tables of a zip, up to a fixed total size. The library that reads workbooks inflates without a limit,
 * so it only receives parts inflated here. Declared sizes are checked first, because that is cheap, but not trusted.
 */
const maxUnzippedBytes = 32 * 1024 * 1024;
const maxParts = 2_000;

/** Unzips the parts of tables by name. Throws `unsupported_file` for a broken or encrypted zip, `file_too_large` for a bomb. */
export async function unzipParts(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = withoutTrailer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    // Names of files are not decoded, because that rejects some, such as `/xl/workbook.xml`.
    const file = await fromBufferPromise(zip, { decodeStrings: false, validateEntrySizes: false });
    if (file.entryCount > maxParts) throw new Refusal('unsupported_file');
    const entries: Entry[] = [];
    for await (const entry of file.eachEntry()) if (isOfTables(nameOf(entry))) entries.push(entry);
    if (entries.some((entry) => !entry.canDecodeFileData())) throw new Refusal('unsupported_file');
    if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > maxUnzippedBytes) throw tooManyRows();
    const parts = new Map<string, Buffer>();
    let left = maxUnzippedBytes;
    for (const entry of entries) {
      const part = await unpack(zip, file, entry, left);
      left -= part.length;
      parts.set(nameOf(entry), part);
    }
    return parts;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooManyRows();
    throw new Refusal('unsupported_file');
  }
}

/** Whether a part may describe tables: as XML, or in a binary workbook (xlsb). */
const isOfTables = (name: string) => /\.(xml|rels)$|^\/?xl\/(worksheets\/)?\w+\.bin$/i.test(name);

const nameOf = ({ fileNameRaw }: Entry) => fileNameRaw.toString();

/** Removes bytes behind the end of a zip, which some programs leave there and the library rejects. */
function withoutTrailer(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  return end === -1 || end + 22 > zip.length ? zip : zip.subarray(0, end + 22 + zip.readUInt16LE(end + 20));
}

async function unpack(zip: Buffer, file: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const { fileDataStart } = await file.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = zip.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  if (entry.compressionMethod === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  if (packed.length > maxBytes) throw tooManyRows();
  return packed;
}
