import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { makeCompetition } from '../testing/main.job.ts';
import { startTestApp } from '../testing/test.app.ts';
import { readBackup } from './backup.reader.ts';
import { writeBackup } from './backup.writer.ts';
import { restoreBackup } from './restore.ts';
import { makeFolder, open } from './testing/backup.places.ts';

const house = await startTestApp();
await makeCompetition(house, 30);
const folder = await makeFolder();
const whole = await writeBackup({ db: house.db, folder, now: new Date('2027-06-12T12:00:00Z'), reason: 'manual' });
const bytes = await readFile(whole.path);
const lines = gunzipSync(bytes).toString().trimEnd().split('\n');

async function fileOf(content: Buffer | string): Promise<string> {
  const file = join(await makeFolder(), 'some.backup.gz');
  await writeFile(file, content);
  return file;
}
const zip = (given: readonly string[]) => gzipSync(`${given.join('\n')}\n`);

/** Appends the right checksum to lines. */
function summed(body: readonly string[]): Buffer {
  const sha256 = createHash('sha256')
    .update(`${body.join('\n')}\n`)
    .digest('hex');
  return zip([...body, JSON.stringify({ sha256 })]);
}
const body = lines.slice(0, -1);
const header = JSON.parse(lines[0] ?? '');
const firstRow = lines.findIndex((line) => line.startsWith('['));
const without = (index: number) => body.filter((_, at) => at !== index);
const damaged = /^The backup some\.backup\.gz is damaged: /;
const cutOff = 'The backup some.backup.gz is cut off: its end is missing.';
const foreign = 'some.backup.gz is not a backup of Dossard.';

describe('a file is rejected if it is', () => {
  const cases: { says: string; content: Buffer | string; words: string | RegExp }[] = [
    { says: 'empty', content: '', words: cutOff },
    { says: 'zipped nothing', content: gzipSync(''), words: 'The backup some.backup.gz is empty.' },
    { says: 'not zipped', content: lines.join('\n'), words: /is damaged, or not a backup of Dossard\.$/ },
    { says: 'something else', content: gzipSync('hello\nworld\n'), words: foreign },
    { says: 'JSON of something else', content: gzipSync('[1,2]\n{}\n'), words: foreign },
    { says: 'null', content: gzipSync('null\n'), words: foreign },
    { says: 'one endless line', content: gzipSync(Buffer.alloc(80_000_000, 'x')), words: foreign },
    {
      says: 'of a later format',
      content: zip(['{"dossard_backup":2}']),
      words: /was written by a newer Dossard\. Restore/,
    },
    { says: 'cut in the middle', content: bytes.subarray(0, bytes.length / 2), words: cutOff },
    { says: 'cut at its last byte', content: bytes.subarray(0, -1), words: cutOff },
    { says: 'cut after its header', content: zip(lines.slice(0, 1)), words: cutOff },
    { says: 'cut between two lines', content: zip(lines.slice(0, 10)), words: cutOff },
    { says: 'without its checksum', content: zip(body), words: cutOff },
    { says: 'of a wrong checksum', content: zip([...body, '{"sha256":"00"}']), words: /its checksum is wrong/ },
    {
      says: 'altered',
      content: zip(lines.map((line) => line.replace('Garnier', 'Gamier'))),
      words: /its checksum is wrong/,
    },
    {
      says: 'without a row',
      content: summed(without(firstRow)),
      words: /does not hold as many rows of audit_log as it says/,
    },
    { says: 'without its counts', content: summed(without(body.length - 1)), words: damaged },
    { says: 'without the line of a table', content: summed(without(1)), words: damaged },
    { says: 'a row too wide', content: summed(body.with(firstRow, '["1"]')), words: damaged },
    { says: 'a row of numbers', content: summed(body.with(firstRow, '[1,2,3,4,5,6,7,8,9,10,11]')), words: damaged },
    { says: 'no JSON in a line', content: summed(body.with(firstRow, '["1",')), words: damaged },
    { says: 'followed by more', content: zip([...lines, '{"table":"users"}']), words: damaged },
    { says: 'followed by another', content: Buffer.concat([bytes, bytes]), words: damaged },
    {
      says: 'of a header with wrong tables',
      content: summed([JSON.stringify({ ...header, tables: header.tables.slice(1) }), ...body.slice(1)]),
      words: damaged,
    },
  ];
  test.each(cases)('$says', async ({ content, words }) => {
    await expect(readBackup(await fileOf(content))).rejects.toThrow(words);
  });

  test('missing, or a folder', async () => {
    const place = join(await makeFolder(), 'nothing');
    await expect(readBackup(place)).rejects.toThrow(`There is no file ${place}.`);
    await mkdir(place);
    await expect(readBackup(place)).rejects.toThrow(`${place} is a folder, not a backup.`);
  });
});

test('a flipped byte is either detected or changes nothing that was saved', async () => {
  const seen = async (file: string) => {
    const rows: string[] = [];
    const contents = await readBackup(file, async (_, more) => void rows.push(...more));
    return { contents, rows };
  };
  const expected = await seen(whole.path);
  let found = 0;
  const places = [
    ...Array(20).keys(),
    ...Array.from({ length: 80 }, (_, index) => Math.floor((bytes.length * index) / 80)),
  ];
  for (const place of [...places, bytes.length - 1]) {
    const flipped = Buffer.from(bytes);
    flipped[place] = (flipped[place] ?? 0) ^ 0x10;
    const file = await fileOf(flipped);
    const result = await seen(file).catch((error: Error) => {
      expect(error.name).toBe('BackupError');
      return undefined;
    });
    if (result) expect(result).toEqual(expected);
    else found += 1;
  }
  expect(found).toBeGreaterThan(80);
});

test('a damaged file changes nothing in the database', async () => {
  const databaseUrl = await makeEmptyDatabase();
  const file = await fileOf(bytes.subarray(0, -20));
  await expect(restoreBackup({ databaseUrl, file })).rejects.toThrow(cutOff);
  const { rows } = await open(databaseUrl).db.execute(
    "select count(*)::int as n from pg_tables where schemaname = 'public'",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('an intact file lists its content', async () => {
  const { header, rows } = await readBackup(whole.path);
  expect(header).toMatchObject({ written_at: '2027-06-12T12:00:00.000Z', reason: 'manual' });
  expect(rows.participants).toBe(30);
  expect(basename(whole.path)).toBe(whole.name);
});
