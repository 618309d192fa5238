import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { parseJson } from '../tools/parse.json.ts';
import { BackupError } from './backup.error.ts';
import {
  type BackupHeader,
  type BackupTable,
  checksumSchema,
  countsSchema,
  formatVersion,
  headerSchema,
  isRow,
  tableSchema,
} from './backup.format.ts';

/* Reads a backup from start to end; its content is trusted only after the checksum at the end. */

export interface BackupContents {
  header: BackupHeader;
  /** Number of rows of each table. */
  rows: Record<string, number>;
}

/** Counts all rows and tables of a backup. */
export function countContents({ rows }: BackupContents): string {
  const sum = Object.values(rows).reduce((total, count) => total + count, 0);
  return `${sum.toLocaleString('en')} rows of ${Object.keys(rows).length} tables`;
}

/** Longer than any line of ours; another file may consist of a single line. */
const longestLine = 64 * 1024 * 1024;

/**
 * Reads and verifies a whole backup: every line, the counts and the checksum. `onRows` receives the rows while reading,
 * before the end is verified. Throws a BackupError that says what is wrong with the file.
 */
export async function readBackup(
  file: string,
  onRows: (table: BackupTable, rows: string[]) => Promise<void> = async () => {},
): Promise<BackupContents> {
  const check = createCheck(file);
  for await (const lines of readLines(file)) {
    for (const { table, rows } of check.take(lines)) await onRows(table, rows);
  }
  return check.finish();
}

/** Reads only the header. */
export async function readHeader(file: string): Promise<BackupHeader> {
  for await (const [line] of readLines(file)) {
    if (line !== undefined) return parseHeader(file, line);
  }
  throw new BackupError(`The backup ${basename(file)} is empty.`);
}

function createCheck(file: string) {
  const damaged = (what: string) => new BackupError(`The backup ${basename(file)} is damaged: ${what}.`);
  const checksum = createHash('sha256');
  const counted: Record<string, number> = {};
  let header: BackupHeader | undefined;
  let turn = -1;
  let state: 'header' | 'rows' | 'counted' | 'complete' = 'header';
  let number = 0;

  /** Processes the line that starts the next table, the counts or the checksum. */
  function takeMark(line: string, value: unknown): void {
    const table = tableSchema.safeParse(value);
    const counts = countsSchema.safeParse(value);
    const sum = checksumSchema.safeParse(value);
    const tables = header?.tables ?? [];
    if (state === 'rows' && table.success && table.data.table === tables[turn + 1]?.name) {
      turn += 1;
      counted[table.data.table] = 0;
    } else if (state === 'rows' && counts.success && turn === tables.length - 1) {
      const wrong = tables.find(({ name }) => counts.data.rows[name] !== counted[name]);
      if (wrong) throw damaged(`it does not hold as many rows of ${wrong.name} as it says`);
      state = 'counted';
    } else if (state === 'counted' && sum.success) {
      if (sum.data.sha256 !== checksum.digest('hex')) throw damaged('its checksum is wrong');
      state = 'complete';
    } else throw damaged(`line ${number} is not what should stand there`);
    if (state !== 'complete') checksum.update(`${line}\n`);
  }

  return {
    /** Processes lines and returns the rows among them, by table. */
    take(lines: readonly string[]): { table: BackupTable; rows: string[] }[] {
      const taken: { table: BackupTable; rows: string[] }[] = [];
      for (const line of lines) {
        number += 1;
        if (!header) {
          header = parseHeader(file, line);
          state = 'rows';
          checksum.update(`${line}\n`);
          continue;
        }
        const value = parseJson(line);
        const table = header.tables[turn];
        if (state !== 'rows' || !table || !isRow(value, table.columns.length)) {
          takeMark(line, value);
          continue;
        }
        checksum.update(`${line}\n`);
        counted[table.name] = (counted[table.name] ?? 0) + 1;
        const last = taken.at(-1);
        if (last?.table === table) last.rows.push(line);
        else taken.push({ table, rows: [line] });
      }
      return taken;
    },
    finish(): BackupContents {
      if (!header) throw new BackupError(`The backup ${basename(file)} is empty.`);
      if (state !== 'complete') throw new BackupError(`The backup ${basename(file)} is cut off: its end is missing.`);
      return { header, rows: counted };
    },
  };
}

function parseHeader(file: string, line: string): BackupHeader {
  const value = parseJson(line) as { dossard_backup?: unknown } | null | undefined;
  const header = headerSchema.safeParse(value);
  if (header.success) return header.data;
  if (typeof value?.dossard_backup === 'number' && value.dossard_backup > formatVersion) {
    throw new BackupError(`The backup ${basename(file)} was written by a newer Dossard. Restore it with that one.`);
  }
  throw new BackupError(`${basename(file)} is not a backup of Dossard.`);
}

/** Yields the lines of a gzipped file, in batches. Does not use node:readline, which also ends lines at U+2028. */
async function* readLines(file: string): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  try {
    // An error in the pipeline also ends the loop, which throws it.
    for await (const chunk of pipeline(createReadStream(file), createGunzip({ chunkSize: 65_536 }), () => {})) {
      const text = decoder.write(chunk as Buffer);
      pieces.push(text);
      length += text.length;
      if (text.includes('\n')) {
        const lines = pieces.join('').split('\n');
        pieces = [lines.pop() ?? ''];
        length = pieces[0]?.length ?? 0;
        yield lines;
      }
      if (length > longestLine) throw new BackupError(`${basename(file)} is not a backup of Dossard.`);
    }
  } catch (error) {
    throw explain(file, error);
  }
  if (length > 0) yield [pieces.join('')];
}

function explain(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const name = basename(file);
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code === 'EISDIR') return new BackupError(`${file} is a folder, not a backup.`);
  if (code === 'EACCES') return new BackupError(`This user may not read ${file}.`);
  if (code === 'Z_BUF_ERROR') return new BackupError(`The backup ${name} is cut off: its end is missing.`);
  if (code.startsWith('Z_')) return new BackupError(`${name} is damaged, or not a backup of Dossard.`);
  return error;
}
