import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameDraft } from '../tools/files.ts';
import { listBackups, nameBackup, pruneBackups } from './backup.files.ts';
import { makeFolder } from './testing/backup.places.ts';

const now = new Date('2027-06-12T12:00:00Z');
const days = 24 * 3_600_000;
const ago = (time: number) => new Date(now.getTime() - time);

async function folderWith(...names: string[]): Promise<string> {
  const folder = await makeFolder();
  for (const name of names) await writeFile(join(folder, name), '');
  return folder;
}
const nameOf = (age: number, reason: 'start' | 'runs' | 'upgrade' | 'reset' = 'runs') =>
  nameBackup('/nowhere', ago(age), reason);

test('names sort by time', async () => {
  const names = [await nameOf(9 * days), await nameOf(2 * days), await nameOf(1000), await nameOf(0)];
  expect(names.toSorted()).toEqual(names);
});

test('backups are listed newest first, and nothing else is', async () => {
  const folder = await folderWith(
    'dossard-2027-06-12T12-00-00Z-start.backup.gz',
    'dossard-2027-06-12T12-15-00Z-runs.backup.gz',
    'dossard-2027-06-12T12-15-00Z-runs.backup.gz.copy',
    'dossard-2027-99-12T12-00-00Z-runs.backup.gz',
    'dossard-2027-06-12T12-00-00Z-mood.backup.gz',
    'notes.txt',
  );
  expect(await listBackups(folder)).toEqual([
    {
      name: 'dossard-2027-06-12T12-15-00Z-runs.backup.gz',
      path: join(folder, 'dossard-2027-06-12T12-15-00Z-runs.backup.gz'),
      at: new Date('2027-06-12T12:15:00Z'),
      reason: 'runs',
    },
    expect.objectContaining({ reason: 'start' }),
  ]);
  expect(await listBackups(join(folder, 'none'))).toEqual([]);
});

describe('of the existing backups, these are kept', () => {
  const minute = 60_000;
  const cases: { says: string; there: [number, ('upgrade' | 'reset')?][]; stay: number[] }[] = [
    { says: 'none', there: [], stay: [] },
    { says: 'of the last 7 days', there: [[0], [minute], [6 * days], [7 * days]], stay: [0, 1, 2, 3] },
    { says: 'none that is older', there: [[0], [7 * days + 1000], [30 * days]], stay: [0] },
    { says: 'the newest, however old', there: [[400 * days], [401 * days]], stay: [0] },
    {
      says: 'one before an upgrade, for 7 days',
      there: [[0], [6 * days, 'upgrade'], [8 * days, 'upgrade']],
      stay: [0, 1],
    },
    {
      says: 'one before a reset, while it can be undone',
      there: [[0], [29 * days, 'reset'], [30 * days + 1000, 'reset']],
      stay: [0, 1],
    },
    { says: 'all, when the clock went back', there: [[-300 * days], [minute], [8 * days]], stay: [0, 1, 2] },
  ];
  test.each(cases)('$says', async ({ there, stay }) => {
    const names = await Promise.all(there.map(([age, reason]) => nameOf(age, reason)));
    const folder = await folderWith(...names);
    const removed = await pruneBackups(folder, now);
    const left = names.filter((_, index) => stay.includes(index));
    expect((await readdir(folder)).toSorted()).toEqual(left.toSorted());
    expect(removed.toSorted()).toEqual(names.filter((name) => !left.includes(name)).toSorted());
  });

  test('other files and folders are kept, and drafts that may still be written', async () => {
    const young = nameDraft(await nameOf(minute));
    const old = nameDraft(await nameOf(2 * 60 * minute));
    const folder = await folderWith('notes.txt', 'dossard.dump', young, old, await nameOf(0));
    await mkdir(join(folder, 'elsewhere'));
    expect(await pruneBackups(folder, now)).toEqual([old]);
    expect(await readdir(folder)).toHaveLength(5);
  });

  test('a missing folder is no failure', async () => {
    expect(await pruneBackups(join(await makeFolder(), 'none'), now)).toEqual([]);
  });
});
