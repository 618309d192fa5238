import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { undoDays } from '@dossard/contract/administration/administration.schema.ts';
import { readNames } from '../tools/files.ts';
import { type BackupReason, backupReasons } from './backup.format.ts';

/* The folder of backups. File names sort by time; backups contain personal data, so only their owner may read them. */

/** How long a backup is kept, in days; a reset's backup is kept as long as the reset can be undone. */
const keptDays = 7;
const daysOf = ({ reason }: BackupFile) => (reason === 'reset' ? undoDays : keptDays);
/** A draft of this age was left by a server that was killed. */
const draftHours = 1;

export interface BackupFile {
  name: string;
  path: string;
  at: Date;
  reason: BackupReason;
}

const ending = '.backup.gz';
const fileName = new RegExp(
  `^dossard-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)Z-(${backupReasons.join('|')})\\.backup\\.gz$`,
);
const draftName = /^\.(dossard-.*\.backup\.gz)\.[0-9a-f]+\.part$/;

/** Parses the time and the reason in the name of a backup; undefined for other files. */
export function parseName(folder: string, name: string): BackupFile | undefined {
  const [, day, hours, minutes, seconds, reason] = fileName.exec(name) ?? [];
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  return { name, path: join(folder, name), at, reason: reason as BackupReason };
}

/** Returns the backup folder of an installation. */
export const backupFolderOf = (dataDir: string) => join(dataDir, 'backups');

/** Creates the backup folder, accessible to its owner only. */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** Lists the backups in a folder, newest first; ignores other files. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  return (await readNames(folder))
    .flatMap((name) => parseName(folder, name) ?? [])
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** Finds a backup of a folder by its name. */
export const findBackup = async (folder: string, name: string): Promise<string | undefined> =>
  (await listBackups(folder)).find((backup) => backup.name === name)?.path;

/** How far the name of a backup may be ahead of the clock, in milliseconds. */
const aheadMs = 3_600_000;

/** Whether a backup was named by a clock that was ahead: such a backup hides newer ones, and its age is unknown. */
export const isInFuture = ({ at }: Pick<BackupFile, 'at'>, now: Date) => at.getTime() - now.getTime() > aheadMs;

/** Lists the backups in a folder, newest first, without those from a clock that was ahead. */
export const listPastBackups = async (folder: string, now: Date): Promise<BackupFile[]> =>
  (await listBackups(folder)).filter((backup) => !isInFuture(backup, now));

/** Names a backup by its time, or by the next second without a backup. */
export async function nameBackup(folder: string, now: Date, reason: BackupReason): Promise<string> {
  const taken = new Set((await listBackups(folder)).map(({ at }) => at.getTime()));
  let at = Math.floor(now.getTime() / 1000) * 1000;
  while (taken.has(at)) at += 1000;
  return `dossard-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z-${reason}${ending}`;
}

/**
 * Removes backups older than 7 days, those of resets older than 30, never the newest, and abandoned drafts; returns the
 * removed names. Removes no backup while one is dated in the future, because the clock was or is wrong.
 */
export async function pruneBackups(folder: string, now: Date): Promise<string[]> {
  const found = await listBackups(folder);
  const older = found.some((backup) => isInFuture(backup, now)) ? [] : found.slice(1);
  const isOlderThan = (hours: number) => (file: BackupFile) => now.getTime() - file.at.getTime() > hours * 3_600_000;
  const names = older.filter((file) => isOlderThan(daysOf(file) * 24)(file)).map(({ name }) => name);
  for (const name of await readNames(folder)) {
    const draft = parseName(folder, draftName.exec(name)?.[1] ?? '');
    if (draft && isOlderThan(draftHours)(draft)) names.push(name);
  }
  for (const name of names) await rm(join(folder, name), { force: true });
  return names;
}
