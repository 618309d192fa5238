import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file inside a zip: its name, in ASCII, and its text in pieces. */
export interface ZipPart {
  name: string;
  text: Iterable<string>;
}

interface PackedPart {
  name: Buffer;
  bytes: Buffer;
  unpackedBytes: number;
  crc: number;
}

/** Packs texts into a zip, streaming each text. */
export async function writeZip(parts: readonly ZipPart[]): Promise<Buffer<ArrayBuffer>> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const packed = await pack(part);
    const head = headOf(packed);
    directory.push(entryOf(head, offset), packed.name);
    files.push(head, packed.name, packed.bytes);
    offset += head.length + packed.name.length + packed.bytes.length;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...files, ...directory, endOf(parts.length, directoryBytes, offset)]);
}

async function pack({ name, text }: ZipPart): Promise<PackedPart> {
  let unpackedBytes = 0;
  let crc = 0;
  function* pieces() {
    for (const piece of text) {
      const bytes = Buffer.from(piece);
      unpackedBytes += bytes.length;
      crc = crc32(bytes, crc);
      yield bytes;
    }
  }
  const bytes = await pipeline(pieces, createDeflateRaw(), buffer);
  return { name: Buffer.from(name), bytes, unpackedBytes, crc };
}

/** Builds the local header of a file in the zip. */
function headOf({ name, bytes, unpackedBytes, crc }: PackedPart): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(0x0021, 12); // 1 January 1980: a zip date has no day 0
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt32LE(unpackedBytes, 22);
  head.writeUInt16LE(name.length, 26);
  return head;
}

/** Builds a file's entry in the central directory, which repeats its header and adds its position. */
function entryOf(head: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  head.copy(entry, 6, 4);
  entry.writeUInt32LE(offset, 42);
  return entry;
}

function endOf(parts: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts, 8);
  end.writeUInt16LE(parts, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
