import { inflateRawSync } from 'node:zlib';
import { Refusal } from '../../refusals/refusal.ts';
import { tooManyRows } from './sheet.ts';

/*
 * Extracts the XML parts of a zip, up to a fixed total size. The library that reads workbooks inflates without a limit,
 * so it only receives parts inflated here. Declared sizes are checked first, because that is cheap, but not trusted.
 */
const maxUnzippedBytes = 32 * 1024 * 1024;
const maxParts = 2_000;

interface ZipEntry {
  name: string;
  encrypted: boolean;
  method: number;
  packedBytes: number;
  unpackedBytes: number;
  offset: number;
}

/** Unzips the XML parts by name. Throws `unsupported_file` for a broken or encrypted zip, `file_too_large` for a bomb. */
export function unzipParts(bytes: Uint8Array): Map<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = listParts(zip).filter(({ name }) => /\.(xml|rels)$/i.test(name));
    if (entries.some((entry) => entry.encrypted)) throw new Refusal('unsupported_file');
    if (entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0) > maxUnzippedBytes) throw tooManyRows();
    const parts = new Map<string, Buffer>();
    let left = maxUnzippedBytes;
    for (const entry of entries) {
      const part = unpack(zip, entry, left);
      left -= part.length;
      parts.set(entry.name, part);
    }
    return parts;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof RangeError && codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooManyRows();
    // Reading beyond the end, or a zlib error: the zip is broken.
    if (error instanceof RangeError || codeOf(error)?.startsWith('Z_')) throw new Refusal('unsupported_file');
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Reads the central directory. */
function listParts(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1) throw new Refusal('unsupported_file');
  const count = zip.readUInt16LE(end + 10);
  if (count > maxParts) throw new Refusal('unsupported_file');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Refusal('unsupported_file');
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const extraEnd = nameEnd + zip.readUInt16LE(at + 30);
    const sizes = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const [unpackedBytes = 0, packedBytes = 0, offset = 0] = longSizes(zip.subarray(nameEnd, extraEnd), sizes);
    entries.push({
      name: zip.toString('utf8', at + 46, nameEnd),
      encrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      method: zip.readUInt16LE(at + 10),
      packedBytes,
      unpackedBytes,
      offset,
    });
    at = extraEnd + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** Zip64 stores the sizes that are 0xFFFFFFFF in an extra field, eight bytes each. */
function longSizes(extra: Buffer, sizes: number[]): number[] {
  if (!sizes.includes(0xffffffff)) return sizes;
  let at = 0;
  while (extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return sizes.map((size) => {
    if (size !== 0xffffffff) return size;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
}

function unpack(zip: Buffer, entry: ZipEntry, maxBytes: number): Buffer {
  if (zip.readUInt32LE(entry.offset) !== 0x04034b50) throw new Refusal('unsupported_file');
  const start = entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28);
  const packed = zip.subarray(start, start + entry.packedBytes);
  if (entry.method === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  if (entry.method !== 0) throw new Refusal('unsupported_file');
  if (packed.length > maxBytes) throw tooManyRows();
  return packed;
}
